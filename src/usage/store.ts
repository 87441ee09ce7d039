import { and, asc, count, eq, gte, lt, sql } from "drizzle-orm";
import { keys } from "../../schema/tables/service/keys.ts";
import { ledger } from "../../schema/tables/service/ledger.ts";
import { type ListedWindows, listWindows } from "../db/list-in-windows.ts";
import type { Reading, Writing } from "../db/service-db.ts";
import { all, first, rows, run, type Work, type WorkInSteps } from "../db/work.ts";
import type { UsageRange, UsageRow } from "./usage.ts";

/** The ledger entry of an execution that has ended. `billed` is false if it failed. */
export interface ExecutionEntry {
  readonly executionId: string;
  readonly searchId: string;
  readonly keyId: string;
  readonly tier: "text" | "image" | "video" | "audio";
  /** Milliseconds. */
  readonly at: number;
  readonly billed: boolean;
}

/** Adds an execution to the ledger. A second call has no effect: a job can run twice, but is billed once. */
export function* recordExecution(tx: Writing, execution: ExecutionEntry): Work<void> {
  yield* run(tx.orm.insert(ledger).values(execution).onConflictDoNothing());
}

type CacheHit = Pick<ExecutionEntry, "searchId" | "keyId" | "at">;

const CACHE_HIT = "INSERT INTO ledger (search_id, key_id, tier, at, billed) VALUES (?, ?, 'cached', ?, 0)";

/**
 * Adds a cache hit to the ledger. Cache hits are not billed. The statement is kept: building it costs more processor time than
 * running it.
 */
export function* recordCacheHit(tx: Writing, hit: CacheHit): Work<void> {
  const { text, parameters } = cacheHit(hit);
  yield* rows(tx, text, ...parameters);
}

/** Returns the statement of `recordCacheHit`. */
export function cacheHit({ searchId, keyId, at }: CacheHit) {
  return { text: CACHE_HIT, parameters: [searchId, keyId, at] };
}

/** Counts ledger rows by month, key, tier and `billed`. Ordered by month and key, billed rows first. Each step counts some rows. */
export function* usageBy(reading: Reading, range: UsageRange): WorkInSteps<readonly UsageRow[]> {
  const period =
    reading.engine === "sqlite"
      ? sql<string>`strftime('%Y-%m', ${ledger.at} / 1000, 'unixepoch')`
      : sql<string>`to_char(to_timestamp(${ledger.at} / 1000) at time zone 'UTC', 'YYYY-MM')`;
  const columns = { period, keyId: keys.id, tier: ledger.tier, billed: ledger.billed };
  const counted = new Map<string, { readonly row: UsageRow; readonly keyCreatedAt: number }>();
  const counting: ListedWindows<LedgerPosition, never> = {
    *endOf(after, size) {
      return yield* first(
        reading.orm
          .select({ at: ledger.at, id: ledger.id })
          .from(ledger)
          .where(isIn(range, after, null))
          .orderBy(asc(ledger.at), asc(ledger.id))
          .limit(1)
          .offset(size - 1),
      );
    },
    *rowsIn({ after, through }) {
      const groups = yield* all(
        reading.orm
          .select({ ...columns, keyName: keys.name, keyCreatedAt: keys.createdAt, count: count() })
          .from(ledger)
          .innerJoin(keys, eq(keys.id, ledger.keyId))
          .where(and(isIn(range, after, through), range.keyId === null ? undefined : eq(ledger.keyId, range.keyId)))
          .groupBy(period, keys.id, ledger.tier, ledger.billed),
      );
      for (const { keyCreatedAt, ...row } of groups) {
        const group = `${row.period} ${row.keyId} ${row.tier} ${row.billed}`;
        const before = counted.get(group)?.row.count ?? 0;
        counted.set(group, { row: { ...row, count: before + row.count }, keyCreatedAt });
      }
      return [];
    },
  };
  yield* listWindows(counting, { after: null, limit: 1 });
  return [...counted.values()]
    .toSorted(
      (one, other) =>
        compare(one.row.period, other.row.period) ||
        one.keyCreatedAt - other.keyCreatedAt ||
        compare(one.row.keyId, other.row.keyId) ||
        Number(other.row.billed) - Number(one.row.billed) ||
        compare(one.row.tier, other.row.tier),
    )
    .map(({ row }) => row);
}

interface LedgerPosition {
  readonly at: number;
  readonly id: number;
}

/** A position replaces the time on its side, so that SQLite reads only the rows in between (index ledger_by_time). */
function isIn({ from, to }: UsageRange, after: LedgerPosition | null, through: LedgerPosition | null) {
  const isAfterFrom = from === null ? undefined : gte(ledger.at, from);
  const isBeforeTo = to === null ? undefined : lt(ledger.at, to);
  return and(
    after === null ? isAfterFrom : sql`(${ledger.at}, ${ledger.id}) > (${after.at}, ${after.id})`,
    through === null ? isBeforeTo : sql`(${ledger.at}, ${ledger.id}) <= (${through.at}, ${through.id})`,
  );
}

function compare(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
