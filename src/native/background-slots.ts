import { availableParallelism } from "node:os";

/** Worker slots for child processes that no request waits for. One core remains for requests. */
export function backgroundSlots(): number {
  return Math.max(1, availableParallelism() - 1);
}
