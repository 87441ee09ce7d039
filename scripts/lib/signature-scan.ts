import { assert } from "../../src/lib/assert.ts";
import { adviseHugePages } from "../../src/native/huge-pages.ts";
import { indexMemory, SCRATCH } from "../../src/ranking/kernel/index-memory.ts";
import { FOUND_MAX } from "../../src/ranking/kernel/scanner.ts";
import { SIGNATURE_BYTES } from "../../src/ranking/sound/signature.ts";
import { type Percentiles, percentiles } from "./percentiles.ts";
import { randomFrom } from "./random.ts";

const RUNS = 60;
const PLAIN_RUNS = 5;

/** The signature that is compared with all others. */
const query = Int16Array.from({ length: SIGNATURE_BYTES }, (_, at) => ((at * 37) % 51) - 25);

/** The processor time of one way to compare a signature with all others. */
export interface ScanTime {
  readonly name: string;
  readonly ms: Percentiles;
}

/**
 * Measures the scan of that many random signatures of sound, in milliseconds of processor time: by a plain loop, which comes
 * first, by the kernel, and by the kernel with huge pages, as an index uses them.
 */
export function timeSignatureScan(songs: number): readonly ScanTime[] {
  return [false, true].flatMap((isHuge) => timesOf(songs, isHuge));
}

/** Prints the times and how often each is faster than the plain loop. */
export function printScanTimes(songs: number, all: readonly ScanTime[]): void {
  console.log(`${songs.toLocaleString("en")} signatures of ${SIGNATURE_BYTES} bytes, milliseconds of processor time`);
  const [plain] = all;
  for (const { name, ms } of all)
    console.log(
      `  ${name.padEnd(22)}p50 ${ms.p50.toFixed(1)}  p95 ${ms.p95.toFixed(1)}  ${((plain?.ms.p50 ?? 0) / ms.p50).toFixed(1)} times as fast as plain`,
    );
}

function timesOf(songs: number, isHuge: boolean): readonly ScanTime[] {
  const { bytes, kernel } = indexMemory(songs * SIGNATURE_BYTES);
  assert(kernel !== null, "WebAssembly is available");
  const hasHugePages = isHuge && adviseHugePages(bytes);
  const random = randomFrom(96);
  for (let at = 0; at < bytes.length; at++) bytes[at] = Math.floor(51 * random()) - 25;
  kernel.placeScratch(SCRATCH.sums, 16, SCRATCH.found, SCRATCH.earned, SCRATCH.doubts, FOUND_MAX);
  new Int16Array(kernel.memory.buffer, SCRATCH.plan, query.length).set(query);
  const signatures = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const floor = bestOf(signatures, songs);
  const scan = (): number => {
    let found = 0;
    for (let from = 0; from < songs; from += FOUND_MAX)
      found += kernel.nearest(bytes.byteOffset, SCRATCH.plan, from, Math.min(songs, from + FOUND_MAX), floor - 1);
    return found;
  };
  assert(scan() >= 1, "the kernel finds the best song");
  const scanned: ScanTime = { name: `kernel${hasHugePages ? ", huge pages" : ""}`, ms: times(RUNS, scan) };
  return isHuge ? [scanned] : [{ name: "plain loop", ms: times(PLAIN_RUNS, () => bestOf(signatures, songs)) }, scanned];
}

function bestOf(signatures: Int8Array, songs: number): number {
  let best = -Infinity;
  for (let song = 0; song < songs; song++) {
    let sum = 0;
    for (let at = 0; at < SIGNATURE_BYTES; at++)
      sum += (query[at] ?? 0) * (signatures[song * SIGNATURE_BYTES + at] ?? 0);
    if (sum > best) best = sum;
  }
  return best;
}

/** Processor time in milliseconds. */
function times(runs: number, work: () => number): Percentiles {
  return percentiles(
    Array.from({ length: runs }, () => {
      const before = process.cpuUsage();
      work();
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    }),
  );
}
