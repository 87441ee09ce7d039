import type { Reading } from "../db/service-db.ts";
import type { Work } from "../db/work.ts";
import { SECOND_MS } from "../lib/clock.ts";
import { earliestRunAt, hasWaiting } from "./count-store.ts";

/** Maximum numbers of waiting jobs in a lane, including scheduled ones. */
export interface WaitingMax {
  readonly perClient: number;
  readonly inAll: number;
  /** The time in which a job of the lane usually ends, which makes room for another one. */
  readonly retryAfterSeconds: number;
}

/** Whether a lane has room for one more job. If not: which limit is reached, and when to retry. */
export type LaneRoom =
  | { readonly kind: "free" }
  | { readonly kind: "client full" | "lane full"; readonly limit: number; readonly retryAfterSeconds: number };

/** Checks the limit of the client, then the limit of the lane. */
export function* roomIn(reading: Reading, lane: string, client: string, max: WaitingMax, now: number): Work<LaneRoom> {
  if (yield* hasWaiting(reading, max.perClient, lane, client)) {
    const retryAfterSeconds = secondsUntil(yield* earliestRunAt(reading, lane, client), max, now);
    return { kind: "client full", limit: max.perClient, retryAfterSeconds };
  }
  if (yield* hasWaiting(reading, max.inAll, lane)) {
    const retryAfterSeconds = secondsUntil(yield* earliestRunAt(reading, lane), max, now);
    return { kind: "lane full", limit: max.inAll, retryAfterSeconds };
  }
  return { kind: "free" };
}

/** Room cannot appear before the first waiting job is due. */
function secondsUntil(runAt: number | null, { retryAfterSeconds }: WaitingMax, now: number): number {
  return Math.max(1, retryAfterSeconds, Math.ceil(((runAt ?? now) - now) / SECOND_MS));
}
