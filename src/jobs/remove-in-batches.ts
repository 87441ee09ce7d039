import { nextTurn } from "../lib/next-turn.ts";
import type { Timer } from "../lib/timer.ts";

/**
 * Calls `remove`, which removes up to `limit` rows in one transaction, until it removes fewer. Requests and other writers run in
 * between. Stops between two calls when `signal` is aborted: the next run of the duty continues. Returns the number of removed rows.
 */
export async function removeInBatches(
  remove: (limit: number) => number | Promise<number>,
  { limit, timer, signal }: { readonly limit: number; readonly timer: Timer; readonly signal: AbortSignal },
): Promise<number> {
  let total = 0;
  for (let removed = limit; removed === limit && !signal.aborted; await nextTurn(timer)) {
    removed = await remove(limit);
    total += removed;
  }
  return total;
}
