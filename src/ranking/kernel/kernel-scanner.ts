import { BLOCK_SIZE } from "../packed-format.ts";
import type { Plan, PlannedTerm } from "../plan.ts";
import type { Sections } from "../read-sections.ts";
import type { KernelExports } from "./compiled-kernel.ts";
import { SCRATCH } from "./index-memory.ts";
import { FOUND_MAX, type Scanner } from "./scanner.ts";

/** Songs that the kernel looks at together: accumulators are a multiple of it. */
const STEP = 16;

/** The scan's inner loops in WebAssembly, over sections that lie in the kernel's memory. */
export function kernelScanner(sections: Sections, kernel: KernelExports): Scanner {
  const { runStarts, runBlocks, runEnds, locals, impacts } = sections;
  const { buffer } = kernel.memory;
  const songs = Math.ceil(Math.min(sections.counts[0] ?? 0, BLOCK_SIZE) / STEP) * STEP;
  const table = new Int32Array(buffer, SCRATCH.plan, (SCRATCH.end - SCRATCH.plan) / Int32Array.BYTES_PER_ELEMENT);
  const frequencyOf = ({ term }: PlannedTerm): number => sections.termFrequency[term.term] ?? 0;
  let asks = 0;
  kernel.placeScratch(SCRATCH.sums, songs, SCRATCH.found, SCRATCH.earned, FOUND_MAX);
  kernel.placeIndex(locals.byteOffset, impacts.byteOffset, runBlocks.byteOffset, runEnds.byteOffset);

  return {
    kind: "WebAssembly",
    found: new Uint32Array(buffer, SCRATCH.found, FOUND_MAX),
    earned: new Int32Array(buffer, SCRATCH.earned, FOUND_MAX),
    begin: (plan: Plan) => {
      let at = 0;
      for (const { sign, terms } of plan.asks) {
        table[at++] = sign;
        table[at++] = terms.length;
        // The longest first, since a first run is added in less time; sums do not depend on the order.
        const longestFirst = terms.toSorted((a, b) => frequencyOf(b) - frequencyOf(a));
        for (const { term, units } of longestFirst) {
          table[at++] = runStarts[term.term] ?? 0;
          table[at++] = runStarts[term.term + 1] ?? 0;
          table[at++] = units;
        }
      }
      asks = plan.asks.length;
    },
    add: (block) => kernel.add(SCRATCH.plan, asks, block),
    sweep: (to, bar) => kernel.sweep(to, bar),
    clear: () => kernel.clear(),
  };
}
