import type { MeasuredArc } from "../../schema/song.ts";

/** Raise this number when the packed format or the analysis of text changes, so that older files are built again. */
export const INDEX_FORMAT = 13;

/** Songs per block of postings. A song's number within its block fits 16 bits. */
export const BLOCK_SIZE = 65_536;

/** "NDRINDEX" as two little-endian words. */
export const MAGIC = [0x4952444e, 0x5845444e] as const;

/** Sections in their order in the file. Each begins at a multiple of eight bytes. */
export const SECTIONS = [
  "counts",
  "songIdEnds",
  "songIdBytes",
  "termEnds",
  "termBytes",
  "termTable",
  "tagTermsFrom",
  "tagNameEnds",
  "tagNameBytes",
  "termFrequency",
  "runStarts",
  "runBlocks",
  "runEnds",
  "locals",
  "impacts",
  "fields",
  "bpm",
  "energyGiven",
  "explicit",
  "releasedYear",
  "hasStems",
  "hasGenre",
  "hasInstrument",
  "hasPeriod",
  "keyTonic",
  "keyMode",
  "oneStop",
  "clearance",
  "aiUse",
  "samples",
  "exclusiveUntil",
  "titleCodes",
  "tagEnds",
  "tagTerms",
  "artistEnds",
  "artistTerms",
  "fileEnds",
  "fileVocals",
  "fileDuration",
  "fileHasMedia",
  "fileIdEnds",
  "fileIdBytes",
  "signatures",
  "alikeFrom",
  "projections",
] as const;
export type SectionName = (typeof SECTIONS)[number];

/** Where the header has the hash of the catalog's version. */
export const CATALOG_AT = 24;
/** Where the header has its sections. */
export const SECTIONS_AT = 32;

/**
 * Header size: magic 8, format 4, section count 4, total bytes 8, hash of the catalog's version 8, then per section offset 8, length 8
 * and hash 8, then header hash 8.
 */
export const HEADER_BYTES = SECTIONS_AT + SECTIONS.length * 24 + 8;

/** Bits of a posting's `fields`: where the song has the term. */
export const FIELD_BITS = { title: 1, artist: 2, tag: 4, description: 8, lyrics: 16 } as const;
export type FieldName = keyof typeof FIELD_BITS;

/** Bit of a learned posting: no text of the song has the tag, but it probably fits. */
export const LEARNED_BIT = 32;

/** Bit of a whole tag's posting: the song has it as an instrument. */
export const INSTRUMENT_BIT = 64;

/** Values of columns for unknown facts. */
export const UNKNOWN = 255;
export const UNKNOWN_YEAR = -32_768;
export const UNKNOWN_DAY = -32_768;

/**
 * Spellings of terms in the dictionary. The first letter distinguishes the kinds: whole tags, learned tags, artists' ids
 * and names, playlists' ids and names, measured arcs, stated and measured values, words.
 */
export const tagTerm = (key: string): string => `#${key}`;
export const learnedTerm = (key: string): string => `~${key}`;
export const artistTerm = (id: string): string => `@${id}`;
export const nameTerm = (key: string): string => `n${key}`;
export const playlistTerm = (key: string): string => `p${key}`;
export const arcTerm = (arc: MeasuredArc): string => `^${arc}`;
export const territoryTerm = (code: string): string => `=territory ${code}`;
export const withoutTerritoryTerm = (code: string): string => `=no territory ${code}`;
export const valueTerm = (value: string): string => `=${value}`;
export const wordTerm = (stem: string): string => `w${stem}`;

export class IndexFormatError extends Error {
  constructor(reason: string) {
    super(`This is not a ranking index that this version can read (${reason}). Build it again with "reindex".`);
    this.name = "IndexFormatError";
  }
}

/** Returns the 32-bit FNV-1a hash of a term's UTF-8 bytes: the slot where its search in the term table begins. */
export function hashTerm(bytes: Uint8Array, from = 0, to = bytes.length): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

export function align8(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}
