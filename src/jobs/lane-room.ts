import type { Reading } from "../db/service-db.ts";
import { SECOND_MS } from "../lib/clock.ts";
import { earliestRunAt, waitAtLeast } from "./count-store.ts";

/** How many jobs of a lane may wait, those for later included. */
export interface WaitingMax {
  readonly perClient: number;
  readonly inAll: number;
  /** Within this time a job of the lane has usually ended, so that there is room for another one. */
  readonly retryAfterSeconds: number;
}

/** Whether one more job may wait in a lane, and if not, who has too many there and when to ask again. */
export type LaneRoom =
  | { readonly kind: "free" }
  | { readonly kind: "client full" | "lane full"; readonly limit: number; readonly retryAfterSeconds: number };

export function roomIn(reading: Reading, lane: string, client: string, max: WaitingMax, now: number): LaneRoom {
  if (waitAtLeast(reading, max.perClient, lane, client)) {
    const retryAfterSeconds = secondsUntil(earliestRunAt(reading, lane, client), max, now);
    return { kind: "client full", limit: max.perClient, retryAfterSeconds };
  }
  if (waitAtLeast(reading, max.inAll, lane)) {
    const retryAfterSeconds = secondsUntil(earliestRunAt(reading, lane), max, now);
    return { kind: "lane full", limit: max.inAll, retryAfterSeconds };
  }
  return { kind: "free" };
}

/** Nothing changes before the first of them is due. */
function secondsUntil(runAt: number | null, { retryAfterSeconds }: WaitingMax, now: number): number {
  return Math.max(1, retryAfterSeconds, Math.ceil(((runAt ?? now) - now) / SECOND_MS));
}
