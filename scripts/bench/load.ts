/** Ways to put load on a server, and how to tell what came of it. */

/** How many times `callers` at once get through `work` in `seconds`. */
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

/** Starts `work` at a fixed rate, whatever the answers do, and returns every latency in milliseconds, from the planned start. */
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

/** The latency that `share` of all stay within. */
export function percentile(latencies: readonly number[], share: number): number {
  const sorted = latencies.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** p50, p95, p99 and the longest, as text. */
export function percentiles(latencies: readonly number[]): string {
  const figures = [0.5, 0.95, 0.99, 1].map((share) => percentile(latencies, share).toFixed(1));
  return `${figures.join(" / ")} ms (${latencies.length})`;
}

/** A line of a report. */
export function say(what: string, value: string): void {
  console.log(`${what.padEnd(72)} ${value}`);
}
