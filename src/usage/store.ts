import { and, asc, count, desc, eq, gte, lt, sql } from "drizzle-orm";
import { keys } from "../../schema/tables/service/keys.ts";
import { ledger } from "../../schema/tables/service/ledger.ts";
import type { Reading, Writing } from "../db/service-db.ts";
import type { UsageRange, UsageRow } from "./usage.ts";

/** An execution that ended. `billed` is false when it failed. */
export interface EndedExecution {
  readonly executionId: string;
  readonly searchId: string;
  readonly keyId: string;
  readonly tier: "text" | "image" | "video";
  /** Milliseconds. */
  readonly at: number;
  readonly billed: boolean;
}

/** Enters an execution into the ledger, once however often it is told: a job may run twice, a bill may not. */
export function recordExecution(tx: Writing, execution: EndedExecution): void {
  tx.orm.insert(ledger).values(execution).onConflictDoNothing().run();
}

/** Enters an answer from the cache; free, so it is not billed. */
export function recordCacheHit(tx: Writing, hit: Pick<EndedExecution, "searchId" | "keyId" | "at">): void {
  tx.orm
    .insert(ledger)
    .values({ ...hit, executionId: null, tier: "cached", billed: false })
    .run();
}

/** Counts the ledger by month, key, tier and whether it is billed; in order of month and key, billed rows first. */
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
