import type { ledger } from "../../schema/tables/service/ledger.ts";

export type UsageTier = (typeof ledger.$inferSelect)["tier"];

/** How often a key used a tier in a month. */
export interface UsageRow {
  /** The calendar month in UTC, `2026-03`. */
  readonly period: string;
  readonly keyId: string;
  readonly keyName: string;
  readonly tier: UsageTier;
  /** False for failed executions and for cache hits, which are free unless the operator prices them. */
  readonly billed: boolean;
  readonly count: number;
}

/** Which part of the ledger to count; null sets no bound. Milliseconds; `from` is inside, `to` is outside. */
export interface UsageRange {
  readonly from: number | null;
  readonly to: number | null;
  readonly keyId: string | null;
}
