import type { GatheredSongs } from "./gathered-songs.ts";
import { LEARNED_PER_SONG_MAX, type LearnedTags } from "./learned/learn-tags.ts";
import { BLOCK_SIZE, LEARNED_BIT } from "./packed-format.ts";

/** A term's postings are runs, one for each block of songs that has any: `runStarts[t]` to `runStarts[t + 1]`. */
export interface Postings {
  readonly runStarts: Uint32Array;
  readonly runBlocks: Uint16Array;
  /** Where the run's postings end; they begin where the run before it ends. */
  readonly runEnds: Uint32Array;
  readonly locals: Uint16Array;
  readonly impacts: Uint8Array;
  readonly fields: Uint8Array;
}

const NONE = 0xffff_ffff;

/** A counting sort by term: one pass counts postings and runs, a second puts each in its place. */
export function packPostings(
  gathered: GatheredSongs,
  learned: LearnedTags,
  songs: Uint32Array,
  newTerm: Uint32Array,
): Postings {
  const ownTerms = gathered.terms.length;
  const { postingTerms, postingImpacts, postingFields, postingEnds } = gathered;
  const termCount = newTerm.length;
  const next = new Uint32Array(termCount);
  const runStarts = new Uint32Array(termCount + 1);
  const lastBlock = new Uint32Array(termCount).fill(NONE);

  eachPosting((term, place) => {
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

  const runCount = runStarts[termCount] ?? 0;
  const runBlocks = new Uint16Array(runCount);
  const runEnds = new Uint32Array(runCount);
  const locals = new Uint16Array(postings);
  const impacts = new Uint8Array(postings);
  const fields = new Uint8Array(postings);
  const nextRun = runStarts.slice();
  lastBlock.fill(NONE);
  eachPosting((term, place, impact, field) => {
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
  postingTerms.clear();
  postingImpacts.clear();
  postingFields.clear();
  return { runStarts, runBlocks, runEnds, locals, impacts, fields };

  function eachPosting(visit: (term: number, place: number, impact: number, field: number) => void): void {
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
}
