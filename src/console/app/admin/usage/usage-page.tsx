import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { AdminUsageList } from "../../../../../clients/typescript/operations.ts";
import { client, messageOf } from "../../lib/client.ts";
import { pathTo } from "../../lib/router.ts";
import { a } from "../lib/admin-texts.ts";
import { numberText } from "../lib/format.ts";
import { pageOf } from "../lib/list-query.ts";
import { loadAll, usePaged } from "../lib/paged.ts";
import { KeyAndDateFields, keyAndDatesQuery, useKeyAndDates } from "../parts/key-and-dates.tsx";
import { type Column, ListTable } from "../parts/list-table.tsx";
import { Trouble } from "../parts/trouble.tsx";
import { TIERS, UsagePlot } from "./usage-plot.tsx";

type Usage = AdminUsageList["data"][number];

/** Searches by month, key and tier, as a plot and as a list. */
export function UsagePage() {
  const shared = useKeyAndDates();
  const filter = JSON.stringify(keyAndDatesQuery(shared));
  const load = async (cursor: string | undefined, size: number): Promise<AdminUsageList> => {
    const query = { ...pageOf(cursor, size), ...keyAndDatesQuery(shared) };
    return (await client.adminListUsage({ query })).body;
  };
  const list = usePaged<Usage>(load, filter);
  const plotted = useSignal<readonly Usage[]>([]);
  const trouble = useSignal<string | null>(null);
  // The list begins with the oldest month, and shows its pages one after the other. The plot needs all of them.
  useEffect(() => {
    let isGone = false;
    const read = async (): Promise<void> => {
      try {
        const all = await loadAll(load);
        if (!isGone) [plotted.value, trouble.value] = [all, null];
      } catch (error) {
        if (!isGone) trouble.value = messageOf(error);
      }
    };
    void read();
    return () => (isGone = true);
  }, [filter]);
  return (
    <>
      <h1>{a("usage.title")}</h1>
      <section class="sheet" aria-label={a("usage.title")}>
        <Trouble text={trouble} />
        <UsagePlot rows={plotted.value.map(({ attributes }) => attributes)} />
        <ListTable
          name="usage"
          title={a("usage.title")}
          list={list}
          keyOf={({ id }) => id}
          columns={columns()}
          whenEmpty={a("usage.none")}
          filters={<KeyAndDateFields chosen={shared} />}
        />
      </section>
    </>
  );
}

function columns(): readonly Column<Usage>[] {
  return [
    {
      title: a("usage.month"),
      cell: ({ attributes }) => attributes.period,
      text: ({ attributes }) => attributes.period,
    },
    {
      title: a("usage.key"),
      cell: ({ attributes }) => <a href={pathTo("admin-keys", { id: attributes.key_id })}>{attributes.key_name}</a>,
      text: ({ attributes }) => attributes.key_name,
    },
    {
      title: a("usage.tier"),
      cell: ({ attributes: { tier } }) => a(`usage.tier.${TIERS.find((one) => one === tier) ?? "text"}`),
      text: ({ attributes }) => attributes.tier,
    },
    {
      title: a("usage.billed"),
      cell: ({ attributes }) => (attributes.billed ? a("usage.yes") : a("usage.no")),
      text: ({ attributes }) => String(attributes.billed),
    },
    {
      title: a("usage.count"),
      cell: ({ attributes }) => numberText(attributes.count),
      text: ({ attributes }) => String(attributes.count),
      isNumber: true,
    },
  ];
}
