import type { Timer } from "./timer.ts";

/** Rejection of `withTimeLimit` if the work did not end in time. */
export class TimeLimitExceeded extends Error {
  readonly limitMs: number;

  constructor(limitMs: number) {
    super(`no result within ${limitMs / 1_000} s`);
    this.limitMs = limitMs;
  }
}

/**
 * Runs `work` and waits for at most `limitMs`. Rejects with TimeLimitExceeded after that time, and with the reason of
 * `stop` if it is aborted, even if `work` does not end. Its signal is aborted in both cases.
 */
export async function withTimeLimit<Value>(
  limitMs: number,
  timer: Timer,
  stop: AbortSignal,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  stop.throwIfAborted();
  const limit = new AbortController();
  const cancelTimer = timer.after(limitMs, () => limit.abort(new TimeLimitExceeded(limitMs)));
  const signal = AbortSignal.any([stop, limit.signal]);
  try {
    return await untilAborted(signal, work(signal));
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    cancelTimer();
  }
}

/** Waits for `work`. Rejects with the reason of `signal` as soon as that is aborted, even if `work` does not end. */
export function untilAborted<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener("abort", abort));
}
