import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { AdminUsageList } from "../../../../../clients/typescript/operations.ts";
import { messageOf } from "../../lib/client.ts";
import { a } from "../lib/admin-texts.ts";
import { numberText } from "../lib/format.ts";
import { Trouble } from "../parts/trouble.tsx";
import type { ChartContent, DrawnChart } from "./usage-chart.ts";

type Counted = Pick<AdminUsageList["data"][number]["attributes"], "period" | "tier" | "count">;

export const TIERS = ["text", "image", "video", "audio", "cached"] as const;

const COLOURS = {
  text: "--accent",
  image: "--link",
  video: "--good",
  audio: "--bad",
  cached: "--line-strong",
} as const;

/**
 * One bar per month, divided by tier. The library that draws it is loaded with the first plot. The table below it says the same in
 * numbers, so the plot is one named picture for screen readers.
 */
export function UsagePlot({ rows }: { readonly rows: readonly Counted[] }) {
  const place = useRef<HTMLDivElement>(null);
  const trouble = useSignal<string | null>(null);
  const content = contentOf(rows);
  useEffect(() => {
    if (content.names.length === 0) return undefined;
    let drawn: DrawnChart | null = null;
    let isGone = false;
    const show = async (): Promise<void> => {
      try {
        const { drawChart } = await import("./usage-chart.ts");
        if (!isGone && place.current !== null) drawn = drawChart(place.current, content);
      } catch (error) {
        trouble.value = messageOf(error);
      }
    };
    void show();
    return () => {
      isGone = true;
      drawn?.remove();
    };
  }, [JSON.stringify(content)]);
  if (content.names.length === 0) return null;
  return (
    <figure class="usage-plot">
      <Trouble text={trouble} />
      <div ref={place} class="usage-chart" role="img" aria-label={a("usage.plot")} />
    </figure>
  );
}

function contentOf(rows: readonly Counted[]): ChartContent {
  const names = [...new Set(rows.map(({ period }) => period))].toSorted();
  const count = (month: string, tier: string): number =>
    rows.filter((row) => row.period === month && row.tier === tier).reduce((sum, row) => sum + row.count, 0);
  const series = TIERS.map((tier) => ({
    label: a(`usage.tier.${tier}`),
    colour: COLOURS[tier],
    values: names.map((month) => count(month, tier)),
  }));
  return { axis: a("usage.month"), names, series, numberText };
}
