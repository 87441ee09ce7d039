import type { Timer } from "../lib/timer.ts";

/** The work that `within` waits for did not end in time. */
export class Late extends Error {
  readonly limitMs: number;

  constructor(limitMs: number) {
    super(`nothing came within ${limitMs / 1_000} s`);
    this.limitMs = limitMs;
  }
}

/**
 * Runs `work` and waits for it, `limitMs` at most: rejects with Late then, and with the reason of `stop` when that is
 * aborted, whatever `work` does. Its signal is aborted in both cases.
 */
export async function within<Value>(
  limitMs: number,
  timer: Timer,
  stop: AbortSignal,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  stop.throwIfAborted();
  const limit = new AbortController();
  const cancelTimer = timer.after(limitMs, () => limit.abort(new Late(limitMs)));
  const signal = AbortSignal.any([stop, limit.signal]);
  try {
    return await endingWith(signal, work(signal));
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    cancelTimer();
  }
}

/** Waits for `work`, but no longer than until `signal` is aborted: rejects with its reason then, whatever `work` does. */
export function endingWith<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener("abort", abort));
}
