import {
  align8,
  CATALOG_AT,
  HEADER_BYTES,
  INDEX_FORMAT,
  IndexFormatError,
  MAGIC,
  SECTIONS,
  SECTIONS_AT,
  type SectionName,
} from "./packed-format.ts";
import type { PackedRights } from "./rights-columns.ts";

export interface Sections extends PackedRights {
  readonly counts: Float64Array;
  readonly songIdEnds: Uint32Array;
  readonly songIdBytes: Uint8Array;
  readonly termEnds: Uint32Array;
  readonly termBytes: Uint8Array;
  readonly termTable: Uint32Array;
  /** The first whole tag among the terms. Whole tags are consecutive, and each has a name below. */
  readonly tagTermsFrom: Uint32Array;
  readonly tagNameEnds: Uint32Array;
  readonly tagNameBytes: Uint8Array;
  readonly termFrequency: Uint32Array;
  readonly runStarts: Uint32Array;
  readonly runBlocks: Uint16Array;
  /** For each run, the end of its postings. They begin where the previous run ends. */
  readonly runEnds: Uint32Array;
  readonly locals: Uint16Array;
  readonly impacts: Uint8Array;
  readonly fields: Uint8Array;
  readonly bpm: Float32Array;
  readonly energyGiven: Uint8Array;
  readonly explicit: Uint8Array;
  readonly releasedYear: Int16Array;
  readonly hasStems: Uint8Array;
  /** By song: 1 if it has a tag of a genre, an instrument or a period, else 0. Voices count as instruments. */
  readonly hasGenre: Uint8Array;
  readonly hasInstrument: Uint8Array;
  readonly hasPeriod: Uint8Array;
  readonly keyTonic: Uint8Array;
  readonly keyMode: Uint8Array;
  readonly titleCodes: Uint32Array;
  readonly tagEnds: Uint32Array;
  readonly tagTerms: Uint32Array;
  readonly artistEnds: Uint32Array;
  readonly artistTerms: Uint32Array;
  readonly fileEnds: Uint32Array;
  readonly fileVocals: Uint8Array;
  readonly fileDuration: Float32Array;
  readonly fileHasMedia: Uint8Array;
  readonly fileIdEnds: Uint32Array;
  readonly fileIdBytes: Uint8Array;
  /** By song: SIGNATURE_BYTES, all 0 for a song without a signature. Empty if no song has one. */
  readonly signatures: Int8Array;
  /** By facet of likeness: the cosine from which two songs count as alike. Empty without signatures. */
  readonly alikeFrom: Float32Array;
  /** How to sign another sound, as in sound/pack-projections.ts. Empty without signatures. */
  readonly projections: Float32Array;
}

/** Checks magic, format, lengths and hashes, then creates the views. */
export function readSections(input: ArrayBuffer | SharedArrayBuffer | Uint8Array): Sections {
  const whole = aligned(input instanceof Uint8Array ? input : new Uint8Array(input));
  const places = readHeader(whole);
  const bytesOf = (name: SectionName): Uint8Array => {
    const place = places.get(name);
    if (place === undefined) throw new IndexFormatError(`section ${name} is missing`);
    const bytes = whole.subarray(place.offset, place.offset + place.length);
    if (Bun.hash.xxHash64(bytes) !== place.hash) throw new IndexFormatError(`section ${name} is damaged`);
    return bytes;
  };
  const u8 = bytesOf;
  const u16 = (name: SectionName): Uint16Array => view(bytesOf(name), Uint16Array);
  const u32 = (name: SectionName): Uint32Array => view(bytesOf(name), Uint32Array);
  const f32 = (name: SectionName): Float32Array => view(bytesOf(name), Float32Array);

  return {
    counts: view(bytesOf("counts"), Float64Array),
    songIdEnds: u32("songIdEnds"),
    songIdBytes: u8("songIdBytes"),
    termEnds: u32("termEnds"),
    termBytes: u8("termBytes"),
    termTable: u32("termTable"),
    tagTermsFrom: u32("tagTermsFrom"),
    tagNameEnds: u32("tagNameEnds"),
    tagNameBytes: u8("tagNameBytes"),
    termFrequency: u32("termFrequency"),
    runStarts: u32("runStarts"),
    runBlocks: u16("runBlocks"),
    runEnds: u32("runEnds"),
    locals: u16("locals"),
    impacts: u8("impacts"),
    fields: u8("fields"),
    bpm: f32("bpm"),
    energyGiven: u8("energyGiven"),
    explicit: u8("explicit"),
    releasedYear: view(bytesOf("releasedYear"), Int16Array),
    hasStems: u8("hasStems"),
    hasGenre: u8("hasGenre"),
    hasInstrument: u8("hasInstrument"),
    hasPeriod: u8("hasPeriod"),
    keyTonic: u8("keyTonic"),
    keyMode: u8("keyMode"),
    oneStop: u8("oneStop"),
    clearance: u8("clearance"),
    aiUse: u8("aiUse"),
    samples: u8("samples"),
    exclusiveUntil: view(bytesOf("exclusiveUntil"), Int16Array),
    titleCodes: u32("titleCodes"),
    tagEnds: u32("tagEnds"),
    tagTerms: u32("tagTerms"),
    artistEnds: u32("artistEnds"),
    artistTerms: u32("artistTerms"),
    fileEnds: u32("fileEnds"),
    fileVocals: u8("fileVocals"),
    fileDuration: f32("fileDuration"),
    fileHasMedia: u8("fileHasMedia"),
    fileIdEnds: u32("fileIdEnds"),
    fileIdBytes: u8("fileIdBytes"),
    signatures: view(bytesOf("signatures"), Int8Array),
    alikeFrom: f32("alikeFrom"),
    projections: f32("projections"),
  };
}

/** Returns the hash of the version of the catalog that the songs are from; 0 if the index was built without one. */
export function catalogHashIn(input: ArrayBuffer | SharedArrayBuffer | Uint8Array): bigint {
  const bytes = input instanceof Uint8Array ? input : new Uint8Array(input);
  return new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(CATALOG_AT, true);
}

interface SectionPlace {
  readonly offset: number;
  readonly length: number;
  readonly hash: bigint;
}

function readHeader(whole: Uint8Array): Map<SectionName, SectionPlace> {
  if (whole.length < HEADER_BYTES) throw new IndexFormatError("too short");
  const header = new DataView(whole.buffer, whole.byteOffset, HEADER_BYTES);
  if (header.getUint32(0, true) !== MAGIC[0] || header.getUint32(4, true) !== MAGIC[1]) {
    throw new IndexFormatError("foreign bytes");
  }
  const format = header.getUint32(8, true);
  if (format !== INDEX_FORMAT) throw new IndexFormatError(`format ${format}, expected ${INDEX_FORMAT}`);
  const hash = Bun.hash.xxHash64(whole.subarray(0, HEADER_BYTES - 8));
  if (hash !== header.getBigUint64(HEADER_BYTES - 8, true)) throw new IndexFormatError("damaged header");
  if (header.getUint32(12, true) !== SECTIONS.length) throw new IndexFormatError("wrong number of sections");
  if (header.getFloat64(16, true) !== whole.length) throw new IndexFormatError("truncated, or followed by other bytes");

  const places = new Map<SectionName, SectionPlace>();
  let expected = align8(HEADER_BYTES);
  SECTIONS.forEach((name, at) => {
    const entry = SECTIONS_AT + at * 24;
    const offset = header.getFloat64(entry, true);
    const length = header.getFloat64(entry + 8, true);
    if (offset !== expected) throw new IndexFormatError(`section ${name} lies elsewhere`);
    expected = offset + align8(length);
    const padding = whole.subarray(offset + length, expected);
    if (padding.some((byte) => byte !== 0)) throw new IndexFormatError(`section ${name} runs over its end`);
    places.set(name, { offset, length, hash: header.getBigUint64(entry + 16, true) });
  });
  if (expected !== whole.length) throw new IndexFormatError("sections do not fill the file");
  return places;
}

/** Returns bytes at an address that typed arrays accept. Copies only if the given address is not aligned. */
function aligned(bytes: Uint8Array): Uint8Array {
  return bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes);
}

interface ViewMaker<View> {
  new (buffer: ArrayBufferLike, offset: number, length: number): View;
  readonly BYTES_PER_ELEMENT: number;
}

function view<View>(bytes: Uint8Array, maker: ViewMaker<View>): View {
  return new maker(bytes.buffer, bytes.byteOffset, bytes.length / maker.BYTES_PER_ELEMENT);
}
