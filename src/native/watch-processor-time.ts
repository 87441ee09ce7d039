import { SECOND_MS } from "../lib/clock.ts";
import type { Timer } from "../lib/timer.ts";

/** Interval of the checks. It is shorter for a shorter limit. */
const CHECK_EVERY_MS = SECOND_MS;

export interface ProcessorTimeLimits {
  /** Processor time from now on; unlimited if absent. */
  readonly cpuMsMax?: number;
  /** A process that uses no processor time for this long is stalled; unlimited if absent. */
  readonly stalledMs?: number;
}

/** Why a process has to end: it used too much processor time, or none at all for too long. */
export type ProcessorTimeEnd = "cpu-exceeded" | "stalled";

/**
 * Watches the processor time of a process, and calls `end` once it reaches a limit. A process that gets little time, because
 * the machine is busy or because it is stopped for a while, reaches neither. The time without progress is counted in checks, so
 * that a machine that slept does not find all its processes stalled. Returns a function that ends the watch.
 *
 * @param used returns milliseconds; null where they cannot be read, so that neither limit applies
 */
export function watchProcessorTime(
  used: () => number | null,
  { cpuMsMax = Infinity, stalledMs = Infinity }: ProcessorTimeLimits,
  timer: Timer,
  end: (reason: ProcessorTimeEnd) => void,
): () => void {
  const before = used();
  if (before === null || (cpuMsMax === Infinity && stalledMs === Infinity)) return () => undefined;
  const everyMs = Math.min(CHECK_EVERY_MS, cpuMsMax, stalledMs);
  let latest = before;
  let idleMs = 0;
  let cancelTimer = (): void => undefined;
  const check = (): void => {
    const now = used() ?? latest;
    if (now - before >= cpuMsMax) return end("cpu-exceeded");
    idleMs = now > latest ? 0 : idleMs + everyMs;
    latest = Math.max(latest, now);
    if (idleMs >= stalledMs) return end("stalled");
    cancelTimer = timer.after(everyMs, check);
  };
  cancelTimer = timer.after(everyMs, check);
  return () => cancelTimer();
}
