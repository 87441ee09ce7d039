import { assert } from "../../lib/assert.ts";
import { BLOCK_SIZE } from "../packed-format.ts";
import type { Sections } from "../read-sections.ts";
import type { KernelExports } from "./compiled-kernel.ts";
import { SCRATCH } from "./index-memory.ts";
import { FOUND_MAX, type ScannedTerm, type Scanner } from "./scanner.ts";
import type { Screen, ScreenTest } from "./screen.ts";

/** Songs that the kernel looks at together: accumulators are a multiple of it. */
const STEP = 16;

/** The scan's inner loops in WebAssembly, over sections that lie in the kernel's memory. */
export function kernelScanner(sections: Sections, kernel: KernelExports): Scanner {
  const { runStarts, runBlocks, runEnds, locals, impacts } = sections;
  const { buffer } = kernel.memory;
  const songs = Math.ceil(Math.min(sections.counts[0] ?? 0, BLOCK_SIZE) / STEP) * STEP;
  const table = new Int32Array(buffer, SCRATCH.plan, (SCRATCH.screen - SCRATCH.plan) / Int32Array.BYTES_PER_ELEMENT);
  const frequencyOf = ({ term }: ScannedTerm): number => sections.termFrequency[term.term] ?? 0;
  const tests = new DataView(buffer, SCRATCH.screen, SCRATCH.end - SCRATCH.screen);
  let asks = 0;
  let isJudge = false;
  kernel.placeScratch(SCRATCH.sums, songs, SCRATCH.found, SCRATCH.earned, SCRATCH.doubts, FOUND_MAX);
  kernel.placeIndex(locals.byteOffset, impacts.byteOffset, runBlocks.byteOffset, runEnds.byteOffset);

  /** Writes a test, as kernel.as reads it, and answers where it ends. */
  function putTest(at: number, { values, doubt, unknown, met }: ScreenTest): number {
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

  return {
    kind: "WebAssembly",
    found: new Uint32Array(buffer, SCRATCH.found, FOUND_MAX),
    earned: new Int32Array(buffer, SCRATCH.earned, FOUND_MAX),
    doubts: new Int32Array(buffer, SCRATCH.doubts, FOUND_MAX),
    get isJudge() {
      return isJudge;
    },
    cut: () => kernel.cutCount(),
    begin: (plan, screen: Screen) => {
      isJudge = screen.isWhole;
      const end = screen.ofVersion.reduce(putTest, screen.ofSong.reduce(putTest, 0));
      assert(SCRATCH.screen + end <= SCRATCH.end, "a screen fits its room");
      kernel.placeScreen(sections.fileEnds.byteOffset, SCRATCH.screen, screen.ofSong.length, screen.ofVersion.length);
      let at = 0;
      for (const { sign, terms } of plan.asks) {
        table[at++] = sign;
        table[at++] = terms.length;
        // The longest first, since a first run is added in less time; sums do not depend on the order.
        const longestFirst = terms.length === 1 ? terms : terms.toSorted((a, b) => frequencyOf(b) - frequencyOf(a));
        for (const { term, units } of longestFirst) {
          table[at++] = runStarts[term.term] ?? 0;
          table[at++] = runStarts[term.term + 1] ?? 0;
          table[at++] = units;
        }
      }
      asks = plan.asks.length;
    },
    add: (block) => kernel.add(SCRATCH.plan, asks, block),
    sweep: (block, to, { floor, doubt, score }) => kernel.sweep(block, to, floor, doubt, score),
    clear: () => kernel.clear(),
  };
}
