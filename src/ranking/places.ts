import { BLOCK_SIZE } from "./packed-format.ts";
import type { Sections } from "./read-sections.ts";

/** Visits the songs that have a term, in order, until `visit` answers false. */
export function eachPlace(sections: Sections, term: number, visit: (place: number) => boolean): void {
  const { runStarts, runBlocks, runEnds, locals } = sections;
  for (let run = runStarts[term] ?? 0; run < (runStarts[term + 1] ?? 0); run++) {
    const block = (runBlocks[run] ?? 0) * BLOCK_SIZE;
    for (let at = run === 0 ? 0 : (runEnds[run - 1] ?? 0); at < (runEnds[run] ?? 0); at++) {
      if (!visit(block + (locals[at] ?? 0))) return;
    }
  }
}
