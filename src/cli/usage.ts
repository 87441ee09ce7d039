import { usageBy } from "../usage/store.ts";
import type { UsageRange, UsageRow } from "../usage/usage.ts";
import type { Command, GivenOptions } from "./command.ts";
import { renderCsv } from "../lib/csv.ts";
import { DONE } from "./exit-status.ts";
import { findKey } from "./find-key.ts";
import { printList } from "./print.ts";
import { rangeEnd, rangeStart } from "./time-range.ts";
import { UsageError } from "./usage-error.ts";
import { withData } from "./with-data.ts";

const COLUMNS = ["period", "key", "name", "tier", "billed", "count"];

export const usage: Command = {
  name: "usage",
  summary: "count searches in the billing ledger by month, key and tier",
  positionals: [],
  options: [
    { name: "from", placeholder: "TIME", about: "count from this date or time (UTC)" },
    { name: "to", placeholder: "TIME", about: "count up to the end of this date, or before this time (UTC)" },
    { name: "key", placeholder: "KEY", about: "count this key only (its id or name)" },
    { name: "csv", about: "print CSV" },
  ],
  notes: `The tier is video for a search with a film, audio for one with an audio file, image for one with pictures only, text for one without any, and cached
for an answer from the cache. Failed searches and answers from the cache are in separate rows that are not billed.`,
  async run(invocation) {
    const { given, io } = invocation;
    const range = readRange(given);
    if (given.has("csv") && given.has("json")) throw new UsageError("usage: expected --csv or --json, got both.");
    const rows = await withData(invocation, { mayCreate: false }, async (core) => {
      const { key, ...times } = range;
      const keyId = key === null ? null : (await findKey(core, key)).id;
      return await core.db.read(usageBy(core.db, { ...times, keyId }));
    });
    if (given.has("csv")) await io.out.write(renderCsv(COLUMNS, rows.map(cellsOf)));
    else {
      await printList(invocation, rows.map(documentOf), {
        header: COLUMNS.map((column) => column.toUpperCase()),
        rows: rows.map((row) => cellsOf(row).map((cell) => (typeof cell === "boolean" ? yesOrNo(cell) : String(cell)))),
        whenEmpty: "There was no usage in this time.",
        alignRight: [COLUMNS.indexOf("count")],
      });
    }
    return DONE;
  },
};

function readRange(given: GivenOptions): Omit<UsageRange, "keyId"> & { readonly key: string | null } {
  const from = rangeStart("from", given.text("from"));
  const to = rangeEnd("to", given.text("to"));
  if (from !== null && to !== null && from >= to) throw new UsageError("usage: --from must be before --to.");
  return { from, to, key: given.text("key") ?? null };
}

function documentOf(row: UsageRow): object {
  return {
    period: row.period,
    key: row.keyId,
    name: row.keyName,
    tier: row.tier,
    billed: row.billed,
    count: row.count,
  };
}

function cellsOf(row: UsageRow): readonly (string | number | boolean)[] {
  return [row.period, row.keyId, row.keyName, row.tier, row.billed, row.count];
}

function yesOrNo(value: boolean): string {
  return value ? "yes" : "no";
}
