/** Generates load on a server, and prints results. */
import { percentiles } from "../lib/percentiles.ts";

/** Runs `work` in a loop with this number of parallel callers, and returns how often it completed within `seconds`. */
export async function closedLoop(callers: number, seconds: number, work: () => Promise<unknown>): Promise<number> {
  const end = performance.now() + seconds * 1_000;
  let done = 0;
  const caller = async (): Promise<void> => {
    while (performance.now() < end) {
      await work();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return done;
}

/** Starts `work` at a fixed rate, independent of responses. Returns the latencies in milliseconds from the planned start. */
export async function fixedRate(rate: number, seconds: number, work: () => Promise<void>): Promise<number[]> {
  const begun = performance.now();
  const latencies: number[] = [];
  const running: Promise<void>[] = [];
  for (let index = 0; index < rate * seconds; index += 1) {
    const planned = begun + (index * 1_000) / rate;
    const wait = planned - performance.now();
    if (wait > 0) await Bun.sleep(wait);
    const started = Math.max(planned, performance.now() - 1);
    running.push(work().then(() => void latencies.push(performance.now() - started)));
  }
  await Promise.all(running);
  return latencies;
}

/** Returns p50, p95, p99 and the longest of latencies, as text. */
export function latencyText(latencies: readonly number[]): string {
  const figures = Object.values(percentiles(latencies)).map((ms: number) => ms.toFixed(1));
  return `${figures.join(" / ")} ms (${latencies.length})`;
}

/** Prints one line of a report. */
export function report(what: string, value: string): void {
  console.log(`${what.padEnd(72)} ${value}`);
}

/** Latencies in milliseconds. */
export interface AloneAndBusy {
  readonly alone: readonly number[];
  readonly busy: readonly number[];
}

/** Prints the latencies alone and while other work is done. Returns what was not measured. */
export function reportAloneAndBusy(what: string, { alone, busy }: AloneAndBusy, meanwhile: string): readonly string[] {
  report(`${what}, alone, p50 / p95 / p99 / max`, latencyText(alone));
  report(`${what}, ${meanwhile}`, latencyText(busy));
  return alone.length === 0 || busy.length === 0 ? [`${what}: nothing was measured`] : [];
}
