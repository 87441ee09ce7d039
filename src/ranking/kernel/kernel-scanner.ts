import { assert } from "../../lib/assert.ts";
import { BLOCK_SIZE } from "../packed-format.ts";
import type { Sections } from "../read-sections.ts";
import type { KernelExports } from "./compiled-kernel.ts";
import { SCRATCH } from "./index-memory.ts";
import { FOUND_MAX, type ScannedPlan, type ScannedTerm, type Scanner } from "./scanner.ts";
import type { Screen, ScreenTest } from "./screen.ts";

/** The kernel sweeps this many songs at once; the accumulators are a multiple of it. */
const STEP = 16;

/** The scan's inner loops in WebAssembly. The sections must be in the kernel's memory. */
export function kernelScanner(sections: Sections, kernel: KernelExports): Scanner {
  const { runBlocks, runEnds, locals, impacts } = sections;
  const { buffer } = kernel.memory;
  const songs = Math.ceil(Math.min(sections.counts[0] ?? 0, BLOCK_SIZE) / STEP) * STEP;
  const table = new Int32Array(buffer, SCRATCH.plan, (SCRATCH.screen - SCRATCH.plan) / Int32Array.BYTES_PER_ELEMENT);
  const tests = new DataView(buffer, SCRATCH.screen, SCRATCH.end - SCRATCH.screen);
  const writeTest = (at: number, test: ScreenTest): number => putTest(tests, at, test);
  let asks = 0;
  let isJudge = false;
  const placeScreen = (screen: Screen): void => {
    isJudge = screen.isComplete;
    const end = screen.ofVersion.reduce(writeTest, screen.ofSong.reduce(writeTest, 0));
    assert(SCRATCH.screen + end <= SCRATCH.end, "a screen fits its room");
    kernel.placeScreen(sections.fileEnds.byteOffset, SCRATCH.screen, screen.ofSong.length, screen.ofVersion.length);
  };
  kernel.placeScratch(SCRATCH.sums, songs, SCRATCH.found, SCRATCH.earned, SCRATCH.doubts, FOUND_MAX);
  kernel.placeIndex(locals.byteOffset, impacts.byteOffset, runBlocks.byteOffset, runEnds.byteOffset);

  return {
    kind: "WebAssembly",
    found: new Uint32Array(buffer, SCRATCH.found, FOUND_MAX),
    earned: new Int32Array(buffer, SCRATCH.earned, FOUND_MAX),
    doubts: new Int32Array(buffer, SCRATCH.doubts, FOUND_MAX),
    get isJudge() {
      return isJudge;
    },
    cut: () => kernel.cutCount(),
    begin: (plan, screen) => {
      placeScreen(screen);
      putPlan(table, sections, plan);
      asks = plan.asks.length;
    },
    add: (block) => kernel.add(SCRATCH.plan, asks, block),
    sweep: (block, to, { floor, doubt, score }) => kernel.sweep(block, to, floor, doubt, score),
    nearest: (query, from, to, floor) => {
      // The plan of a search is written anew by every `begin`.
      new Int16Array(buffer, SCRATCH.plan, query.length).set(query);
      return kernel.nearest(sections.signatures.byteOffset, SCRATCH.plan, from, to, floor);
    },
    screen: placeScreen,
    judge: (count, { doubt, score }) => kernel.judge(count, doubt, score),
    clear: () => kernel.clear(),
  };
}

/** Writes a plan as kernel.as reads it. */
function putPlan(table: Int32Array, { runStarts, termFrequency }: Sections, plan: ScannedPlan): void {
  const frequencyOf = ({ term }: ScannedTerm): number => termFrequency[term.term] ?? 0;
  let at = 0;
  for (const { sign, terms } of plan.asks) {
    table[at++] = sign;
    table[at++] = terms.length;
    // The most frequent term comes first, because the kernel adds a first run in less time; sums do not depend on the order.
    const mostFrequentFirst = terms.length === 1 ? terms : terms.toSorted((a, b) => frequencyOf(b) - frequencyOf(a));
    for (const { term, units } of mostFrequentFirst) {
      table[at++] = runStarts[term.term] ?? 0;
      table[at++] = runStarts[term.term + 1] ?? 0;
      table[at++] = units;
    }
  }
}

/** Writes a test as kernel.as reads it, and returns where it ends. */
function putTest(tests: DataView, at: number, { values, doubt, unknown, met }: ScreenTest): number {
  tests.setUint32(at, values instanceof Float32Array ? 0 : values instanceof Uint8Array ? 1 : 2, true);
  tests.setUint32(at + 4, values.byteOffset, true);
  tests.setInt32(at + 8, doubt, true);
  tests.setUint32(at + 12, met.length, true);
  tests.setFloat64(at + 16, unknown, true);
  let end = at + 24;
  for (const bound of met.flat()) {
    tests.setFloat64(end, bound, true);
    end += 8;
  }
  return end;
}
