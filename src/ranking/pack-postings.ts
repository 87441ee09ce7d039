import type { GatheredSongs } from "./gathered-songs.ts";
import { LEARNED_PER_SONG_MAX, type LearnedTags } from "./learned/learn-tags.ts";
import { BLOCK_SIZE, LEARNED_BIT } from "./packed-format.ts";
import type { Sections } from "./read-sections.ts";

/**
 * A term's postings are in runs from `runStarts[t]` to before `runStarts[t + 1]`, one run for each block of songs with
 * the term.
 */
export type Postings = Pick<Sections, "runStarts" | "runBlocks" | "runEnds" | "locals" | "impacts" | "fields">;

const NONE = 0xffff_ffff;

/** The gathered songs, their order by id, and the number in the index of each gathered term. */
interface PostingSource {
  readonly gathered: GatheredSongs;
  readonly learned: LearnedTags;
  readonly songs: Uint32Array;
  readonly newTerm: Uint32Array;
}

/**
 * Sorts postings by term with a counting sort: the first pass counts postings and runs, the second puts each in its
 * place.
 */
export function packPostings(
  gathered: GatheredSongs,
  learned: LearnedTags,
  songs: Uint32Array,
  newTerm: Uint32Array,
): Postings {
  const source = { gathered, learned, songs, newTerm };
  const { next, runStarts, postings } = countPostings(source);
  const runCount = runStarts[newTerm.length] ?? 0;
  const packed: Postings = {
    runStarts,
    runBlocks: new Uint16Array(runCount),
    runEnds: new Uint32Array(runCount),
    locals: new Uint16Array(postings),
    impacts: new Uint8Array(postings),
    fields: new Uint8Array(postings),
  };
  placePostings(source, next, packed);
  gathered.postingTerms.clear();
  gathered.postingImpacts.clear();
  gathered.postingFields.clear();
  return packed;
}

/** Returns where each term's postings (`next`) and runs begin, and the number of postings. */
function countPostings(source: PostingSource): {
  readonly next: Uint32Array;
  readonly runStarts: Uint32Array;
  readonly postings: number;
} {
  const termCount = source.newTerm.length;
  const next = new Uint32Array(termCount);
  const runStarts = new Uint32Array(termCount + 1);
  const lastBlock = new Uint32Array(termCount).fill(NONE);
  eachPosting(source, (term, place) => {
    next[term] = (next[term] ?? 0) + 1;
    const block = Math.floor(place / BLOCK_SIZE);
    if (lastBlock[term] === block) return;
    lastBlock[term] = block;
    runStarts[term + 1] = (runStarts[term + 1] ?? 0) + 1;
  });
  let postings = 0;
  for (let term = 0; term < termCount; term++) {
    const count = next[term] ?? 0;
    next[term] = postings;
    postings += count;
    runStarts[term + 1] = (runStarts[term + 1] ?? 0) + (runStarts[term] ?? 0);
  }
  return { next, runStarts, postings };
}

function placePostings(source: PostingSource, next: Uint32Array, packed: Postings): void {
  const { runStarts, runBlocks, runEnds, locals, impacts, fields } = packed;
  const nextRun = runStarts.slice();
  const lastBlock = new Uint32Array(source.newTerm.length).fill(NONE);
  eachPosting(source, (term, place, impact, field) => {
    const block = Math.floor(place / BLOCK_SIZE);
    if (lastBlock[term] !== block) {
      lastBlock[term] = block;
      const run = nextRun[term] ?? 0;
      nextRun[term] = run + 1;
      runBlocks[run] = block;
    }
    const to = next[term] ?? 0;
    next[term] = to + 1;
    locals[to] = place % BLOCK_SIZE;
    impacts[to] = impact;
    fields[to] = field;
    runEnds[(nextRun[term] ?? 1) - 1] = to + 1;
  });
}

/** Visits every posting in the order of the songs: first those of a song's texts, then its learned tags. */
function eachPosting(
  { gathered, learned, songs, newTerm }: PostingSource,
  visit: (term: number, place: number, impact: number, field: number) => void,
): void {
  const ownTerms = gathered.terms.length;
  const { postingTerms, postingImpacts, postingFields, postingEnds } = gathered;
  songs.forEach((song, place) => {
    const end = postingEnds.at(song);
    for (let posting = song === 0 ? 0 : postingEnds.at(song - 1); posting < end; posting++) {
      visit(newTerm[postingTerms.at(posting)] ?? 0, place, postingImpacts.at(posting), postingFields.at(posting));
    }
    for (let at = song * LEARNED_PER_SONG_MAX; at < (song + 1) * LEARNED_PER_SONG_MAX; at++) {
      const tag = learned.tags[at] ?? 0;
      if (tag === 0) break;
      visit(newTerm[ownTerms + tag - 1] ?? 0, place, learned.impacts[at] ?? 0, LEARNED_BIT);
    }
  });
}
