import type { ledger } from "../../schema/tables/service/ledger.ts";

export type UsageTier = (typeof ledger.$inferSelect)["tier"];

/** How often a key used a tier in a month. */
export interface UsageRow {
  /** The calendar month in UTC, such as `2026-03`. */
  readonly period: string;
  readonly keyId: string;
  readonly keyName: string;
  readonly tier: UsageTier;
  /** False for failed executions and for cache hits. */
  readonly billed: boolean;
  readonly count: number;
}

/** The part of the ledger to count. Times are in milliseconds: `from` is included, `to` is excluded. Null means no limit. */
export interface UsageRange {
  readonly from: number | null;
  readonly to: number | null;
  readonly keyId: string | null;
}
