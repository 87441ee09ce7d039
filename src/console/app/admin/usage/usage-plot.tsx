import type { AdminUsageList } from "../../../../../clients/typescript/operations.ts";
import { a } from "../lib/admin-texts.ts";
import { numberText } from "../lib/format.ts";

type Counted = Pick<AdminUsageList["data"][number]["attributes"], "period" | "tier" | "count">;

export const TIERS = ["text", "image", "video", "cached"] as const;

const HEIGHT = 160;
const BAR_WIDTH = 44;
const GAP = 16;
const LABELS = 22;

/**
 * One bar per month, divided by tier. It is our own SVG, like the waveform: a bar per month needs no library, and its colours come
 * from the style sheet. The table below it says the same in numbers.
 */
export function UsagePlot({ rows }: { readonly rows: readonly Counted[] }) {
  const months = [...new Set(rows.map(({ period }) => period))].toSorted();
  if (months.length === 0) return null;
  const count = (month: string, tier: string): number =>
    rows.filter((row) => row.period === month && row.tier === tier).reduce((sum, row) => sum + row.count, 0);
  const totals = months.map((month) => TIERS.reduce((sum, tier) => sum + count(month, tier), 0));
  const most = Math.max(1, ...totals);
  const width = months.length * (BAR_WIDTH + GAP);
  return (
    <figure class="usage-plot">
      <div class="table-scroll" role="region" aria-label={a("usage.plot")} tabIndex={0}>
        <svg width={width} height={HEIGHT + LABELS} viewBox={`0 0 ${width} ${HEIGHT + LABELS}`} aria-hidden="true">
          {months.map((month, index) => {
            const x = index * (BAR_WIDTH + GAP) + GAP / 2;
            let top = HEIGHT;
            return (
              <g key={month}>
                <title>{`${month}: ${numberText(totals[index] ?? 0)}`}</title>
                {TIERS.map((tier) => {
                  const height = (count(month, tier) / most) * HEIGHT;
                  top -= height;
                  return <rect key={tier} class={`tier-${tier}`} x={x} y={top} width={BAR_WIDTH} height={height} />;
                })}
                <text x={x + BAR_WIDTH / 2} y={HEIGHT + 16} text-anchor="middle">
                  {month}
                </text>
              </g>
            );
          })}
        </svg>
      </div>
      <figcaption>
        {TIERS.map((tier) => (
          <span key={tier} class="legend">
            <svg width="12" height="12" aria-hidden="true">
              <rect class={`tier-${tier}`} width="12" height="12" />
            </svg>
            {a(`usage.tier.${tier}`)}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}
