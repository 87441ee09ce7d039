import { and, asc, count, desc, eq, gte, lt, sql } from "drizzle-orm";
import { keys } from "../../schema/tables/service/keys.ts";
import { ledger } from "../../schema/tables/service/ledger.ts";
import type { Reading, Writing } from "../db/service-db.ts";
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
export function recordExecution(tx: Writing, execution: ExecutionEntry): void {
  tx.orm.insert(ledger).values(execution).onConflictDoNothing().run();
}

const CACHE_HIT = "INSERT INTO ledger (search_id, key_id, tier, at, billed) VALUES (?, ?, 'cached', ?, 0)";

/**
 * Adds a cache hit to the ledger. Cache hits are not billed. The statement is kept: building it costs more processor time than
 * running it.
 */
export function recordCacheHit(
  tx: Writing,
  { searchId, keyId, at }: Pick<ExecutionEntry, "searchId" | "keyId" | "at">,
): void {
  tx.sqlite.query<unknown, [string, string, number]>(CACHE_HIT).run(searchId, keyId, at);
}

/** Counts ledger rows by month, key, tier and `billed`. Ordered by month and key, billed rows first. */
export function usageBy(reading: Reading, range: UsageRange): readonly UsageRow[] {
  const period = sql<string>`strftime('%Y-%m', ${ledger.at} / 1000, 'unixepoch')`;
  return reading.orm
    .select({
      period,
      keyId: ledger.keyId,
      keyName: keys.name,
      tier: ledger.tier,
      billed: ledger.billed,
      count: count(),
    })
    .from(ledger)
    .innerJoin(keys, eq(keys.id, ledger.keyId))
    .where(
      and(
        range.from === null ? undefined : gte(ledger.at, range.from),
        range.to === null ? undefined : lt(ledger.at, range.to),
        range.keyId === null ? undefined : eq(ledger.keyId, range.keyId),
      ),
    )
    .groupBy(period, ledger.keyId, ledger.tier, ledger.billed)
    .orderBy(asc(period), asc(keys.createdAt), asc(ledger.keyId), desc(ledger.billed), asc(ledger.tier))
    .all();
}
