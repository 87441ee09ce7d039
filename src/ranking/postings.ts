import { BLOCK_SIZE } from "./packed-format.ts";
import type { Sections } from "./read-sections.ts";

/** The index's entry for a term in a song. */
export interface Posting {
  readonly impact: number;
  /** Bits of FIELD_BITS and LEARNED_BIT. */
  readonly fields: number;
}

/**
 * Finds a term's posting for a song with two binary searches: first the term's run in the song's block, then the song
 * in the run.
 */
export function findPosting(sections: Sections, term: number, place: number): Posting | null {
  const { locals, impacts, fields, runEnds } = sections;
  const run = runIn(sections, term, place >>> 16);
  if (run < 0) return null;
  const local = place & 0xffff;
  let low = run === 0 ? 0 : (runEnds[run - 1] ?? 0);
  let high = (runEnds[run] ?? 0) - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = locals[middle] ?? 0;
    if (found === local) return { impact: impacts[middle] ?? 0, fields: fields[middle] ?? 0 };
    if (found < local) low = middle + 1;
    else high = middle - 1;
  }
  return null;
}

function runIn({ runStarts, runBlocks }: Sections, term: number, block: number): number {
  let low = runStarts[term] ?? 0;
  let high = (runStarts[term + 1] ?? 0) - 1;
  // A term with a run in every block has this one at its block's number.
  if (runBlocks[low + block] === block && low + block <= high) return low + block;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = runBlocks[middle] ?? 0;
    if (found === block) return middle;
    if (found < block) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/**
 * Whether a song has a tag. Faster than finding a posting, because a song has about a dozen tags and usually not this
 * one.
 */
export function hasTag({ tagEnds, tagTerms }: Sections, term: number, place: number): boolean {
  const end = tagEnds[place] ?? 0;
  for (let at = place === 0 ? 0 : (tagEnds[place - 1] ?? 0); at < end; at++) if (tagTerms[at] === term) return true;
  return false;
}

/** Returns the bits of all tags of a song. `bitsOfTag` has an entry for each tag, in the order of the terms. */
export function bitsOfTags(
  { tagEnds, tagTerms, tagTermsFrom }: Sections,
  bitsOfTag: Uint32Array,
  place: number,
): number {
  const from = tagTermsFrom[0] ?? 0;
  const end = tagEnds[place] ?? 0;
  let bits = 0;
  for (let at = place === 0 ? 0 : (tagEnds[place - 1] ?? 0); at < end; at++)
    bits |= bitsOfTag[(tagTerms[at] ?? 0) - from] ?? 0;
  return bits;
}

/** Visits at most `most` of the songs with a term, at equal distances among them. */
export function samplePlaces(sections: Sections, term: number, most: number, visit: (place: number) => void): void {
  const { runStarts, runBlocks, runEnds, locals } = sections;
  const firstRun = runStarts[term] ?? 0;
  const lastRun = (runStarts[term + 1] ?? 0) - 1;
  const first = firstRun === 0 ? 0 : (runEnds[firstRun - 1] ?? 0);
  const step = Math.max(1, Math.ceil(((runEnds[lastRun] ?? 0) - first) / most));
  let at = first;
  for (let run = firstRun; run <= lastRun; run++) {
    const block = (runBlocks[run] ?? 0) * BLOCK_SIZE;
    for (; at < (runEnds[run] ?? 0); at += step) visit(block + (locals[at] ?? 0));
  }
}

/** Visits the songs with a term in order, until `visit` returns false. */
export function eachPlace(sections: Sections, term: number, visit: (place: number) => boolean): void {
  const { runStarts, runBlocks, runEnds, locals } = sections;
  for (let run = runStarts[term] ?? 0; run < (runStarts[term + 1] ?? 0); run++) {
    const block = (runBlocks[run] ?? 0) * BLOCK_SIZE;
    for (let at = run === 0 ? 0 : (runEnds[run - 1] ?? 0); at < (runEnds[run] ?? 0); at++) {
      if (!visit(block + (locals[at] ?? 0))) return;
    }
  }
}
