import type { Kin } from "../../schema/brief.ts";
import { once } from "../lib/once.ts";
import { assert } from "../lib/assert.ts";
import { memoize } from "../lib/memoize.ts";
import { stem } from "../text/stem.ts";
import { tagKey } from "../text/keys.ts";
import { hashTerm, learnedTerm, tagTerm, UNKNOWN, wordTerm } from "./packed-format.ts";
import { findPosting, hasTag, type Posting } from "./postings.ts";
import { catalogHashIn, readSections, type Sections } from "./read-sections.ts";
import type { IndexMemory } from "./kernel/index-memory.ts";
import { kernelScanner } from "./kernel/kernel-scanner.ts";
import { plainScanner } from "./kernel/plain-scanner.ts";
import type { Scanner } from "./kernel/scanner.ts";

export { IndexFormatError } from "./packed-format.ts";

/** The terms of a name in this catalog: the whole tag, the learned tag, and the word in texts; -1 for a missing one. */
export interface KinTerms {
  readonly name: string;
  readonly weight: number;
  readonly tag: number;
  readonly likely: number;
  readonly word: number;
  /** The word that was looked up. */
  readonly sought: string;
}

/** The kin of a concept that a catalog has. */
export interface CatalogKin {
  /** Those that serve the concept. */
  readonly near: readonly KinTerms[];
  /** The tags of these, and their weights. As numbers, because a search reads thousands of them. */
  readonly nearTags: Int32Array;
  readonly nearWeights: Float64Array;
  /** Tags that contradict it. */
  readonly contrary: readonly KinTerms[];
  /** Those with a learned tag. */
  readonly likely: readonly KinTerms[];
}

/** If at most this share of the files have a `vocals` value, the catalog is treated as not knowing vocals. */
const KNOWN_SHARE = 0.05;

/**
 * A packed index, read in place. Songs are numbered in the order of their ids ("places"), terms in the order of their
 * spelling. It serves one search at a time, because the accumulators are shared.
 */
export interface RankingIndex {
  readonly songCount: number;
  /** The size of the packed index. */
  readonly byteLength: number;
  /** Whether its songs are those of the catalog of this version. */
  isOfCatalog(version: string): boolean;
  readonly sections: Sections;
  readonly scanner: Scanner;
  /** A cache for lists of kin, which many searches share. */
  readonly kinTerms: WeakMap<readonly Kin[], CatalogKin>;
  /** The same for each of them; null for kin that the catalog lacks. */
  readonly termsOfKin: WeakMap<Kin, KinTerms | null>;
  songId(place: number): string;
  /** Returns the place of a song; -1 if no song has this id. */
  placeOf(songId: string): number;
  /** Returns the number of a term spelled as in packed-format.ts; -1 if no song has it. */
  term(spelling: string): number;
  /** Return the term of a tag in any spelling, and of one folded word; -1 if no song has it. */
  tag(name: string): number;
  /** Returns the learned term of a tag: its songs lack the tag but probably deserve it. -1 if none was learned. */
  learned(name: string): number;
  word(word: string): number;
  /** Returns the catalog's most frequent spelling of a whole tag; null for any other term. */
  tagName(term: number): string | null;
  /** Returns how many songs have the term. */
  frequency(term: number): number;
  posting(term: number, place: number): Posting | null;
  tagsOf(place: number): Uint32Array;
  artistsOf(place: number): Uint32Array;
  /** Returns the song's full versions: the first one, and the last + 1. */
  filesOf(place: number): readonly [from: number, to: number];
  fileId(file: number): string;
  /** Whether more than a few full versions have a `vocals` value. */
  knowsVocals(): boolean;
}

/**
 * Opens an index as views over the bytes, without copies. Scans with the kernel if the bytes are in its memory,
 * otherwise in TypeScript. Throws IndexFormatError for foreign, older or damaged bytes.
 */
export function openIndex(held: ArrayBuffer | SharedArrayBuffer | Uint8Array | IndexMemory): RankingIndex {
  const { bytes, kernel } = "kernel" in held ? held : { bytes: held, kernel: null };
  const sections = readSections(bytes);
  const catalogHash = catalogHashIn(bytes);
  const songCount = sections.counts[0] ?? 0;
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const string = (ends: Uint32Array, text: Uint8Array, at: number): string => {
    assert(at >= 0 && at < ends.length, "an entry of a string table exists");
    // Copies, because a decoder rejects shared memory.
    return decoder.decode(text.slice(startOf(ends, at), ends[at]));
  };
  const tagsFrom = sections.tagTermsFrom[0] ?? 0;
  const isTag = (term: number): boolean => term >= tagsFrom && term < tagsFrom + sections.tagNameEnds.length;
  const tagName = memoize((term: number) => string(sections.tagNameEnds, sections.tagNameBytes, term - tagsFrom));
  const vocals = once(() => ({ known: countKnown(sections.fileVocals) }));
  const index: RankingIndex = {
    songCount,
    byteLength: bytes.byteLength,
    isOfCatalog: (version) => catalogHash === Bun.hash.xxHash64(version),
    sections,
    kinTerms: new WeakMap(),
    termsOfKin: new WeakMap(),
    scanner: kernel === null ? plainScanner(sections) : kernelScanner(sections, kernel),
    songId: (place) => string(sections.songIdEnds, sections.songIdBytes, place),
    placeOf: (songId) => findSong(sections, encoder.encode(songId)),
    term: (spelling) => findTerm(sections, encoder.encode(spelling)),
    tag: memoize((name: string) => index.term(tagTerm(tagKey(name)))),
    learned: memoize((name: string) => index.term(learnedTerm(tagKey(name)))),
    word: memoize((word: string) => index.term(wordTerm(stem(word)))),
    tagName: (term) => (isTag(term) ? tagName(term) : null),
    frequency: (term) => sections.termFrequency[term] ?? 0,
    posting: (term, place) =>
      isTag(term) && !hasTag(sections, term, place) ? null : findPosting(sections, term, place),
    tagsOf: (place) => slice(sections.tagEnds, sections.tagTerms, place),
    artistsOf: (place) => slice(sections.artistEnds, sections.artistTerms, place),
    filesOf: (place) => [startOf(sections.fileEnds, place), sections.fileEnds[place] ?? 0],
    fileId: (file) => string(sections.fileIdEnds, sections.fileIdBytes, file),
    knowsVocals: () => vocals().known > KNOWN_SHARE * sections.fileVocals.length,
  };
  return index;
}

function startOf(ends: Uint32Array, at: number): number {
  return at === 0 ? 0 : (ends[at - 1] ?? 0);
}

function slice(ends: Uint32Array, values: Uint32Array, at: number): Uint32Array {
  return values.subarray(startOf(ends, at), ends[at]);
}

/** Finds a song by binary search: songs are in the order of their ids' bytes. */
function findSong({ songIdEnds, songIdBytes }: Sections, songId: Uint8Array): number {
  let low = 0;
  let high = songIdEnds.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const order = compareBytes(songIdBytes, startOf(songIdEnds, middle), songIdEnds[middle] ?? 0, songId);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

function compareBytes(text: Uint8Array, from: number, to: number, other: Uint8Array): number {
  for (let at = 0; at < Math.min(to - from, other.length); at++) {
    const difference = (text[from + at] ?? 0) - (other[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return to - from - other.length;
}

function findTerm({ termTable, termEnds, termBytes }: Sections, spelling: Uint8Array): number {
  const mask = termTable.length - 1;
  for (let slot = hashTerm(spelling) & mask; ; slot = (slot + 1) & mask) {
    const entry = termTable[slot] ?? 0;
    if (entry === 0) return -1;
    if (compareBytes(termBytes, startOf(termEnds, entry - 1), termEnds[entry - 1] ?? 0, spelling) === 0)
      return entry - 1;
  }
}

function countKnown(values: Uint8Array): number {
  let known = 0;
  for (const value of values) if (value !== UNKNOWN) known++;
  return known;
}
