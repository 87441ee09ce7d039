import { assert } from "../lib/assert.ts";
import type { GatheredSongs } from "./gathered-songs.ts";
import type { NumberList } from "./growable.ts";
import { packPostings } from "./pack-postings.ts";
import { hashTable, type PackedStrings, packStrings, sortedOrder, stringList } from "./pack-strings.ts";
import {
  align8,
  CATALOG_AT,
  HEADER_BYTES,
  INDEX_FORMAT,
  MAGIC,
  SECTIONS,
  SECTIONS_AT,
  type SectionName,
} from "./packed-format.ts";
import { learnTags } from "./learned/learn-tags.ts";
import type { SongColumns } from "./song-columns.ts";
import { signSongs } from "./sound/sign-songs.ts";
import { sortWithin } from "./sort-within.ts";

type Section = Uint8Array | Int8Array | Uint16Array | Uint32Array | Int16Array | Float32Array | Float64Array;

/** Sorts songs by id and terms by spelling, turns postings from song order to term order, and lays out the file. */
export function packIndex(gathered: GatheredSongs): Uint8Array[] {
  const { columns } = gathered;
  const ownTerms = gathered.terms.length;
  const songs = sortedOrder(columns.ids);
  const repeated = songs.find((from, place) => place > 0 && columns.ids.compare(from, songs[place - 1] ?? 0) === 0);
  assert(repeated === undefined, "every song is added to an index once");
  const learned = learnTags(gathered, songs);
  const termList = stringList([...gathered.terms, ...learned.terms]);
  const terms = sortedOrder(termList);
  const newTerm = inverse(terms);
  const termStrings = packStrings(termList, terms);
  const tags = packTagNames(gathered.tagNames, terms);
  const postings = packPostings(gathered, learned, songs, newTerm);

  const songTags = reordered(columns.tagTerms, columns.tagEnds, songs, newTerm);
  const songArtists = reordered(columns.artistTerms, columns.artistEnds, songs, newTerm);
  const files = fileOrder(columns, songs);
  const songIds = packStrings(columns.ids, songs);
  const fileIds = packStrings(columns.fileIds, files.order);

  const sections: Record<SectionName, Section> = {
    counts: Float64Array.of(songs.length, terms.length, postings.locals.length, files.order.length),
    songIdEnds: songIds.ends,
    songIdBytes: songIds.bytes,
    termEnds: termStrings.ends,
    termBytes: termStrings.bytes,
    termTable: hashTable(termStrings),
    tagTermsFrom: Uint32Array.of(tags.from),
    tagNameEnds: tags.names.ends,
    tagNameBytes: tags.names.bytes,
    termFrequency: Uint32Array.from(terms, (term) =>
      term < ownTerms ? (gathered.frequency[term] ?? 0) : (learned.frequency[term - ownTerms] ?? 0),
    ),
    runStarts: postings.runStarts,
    runBlocks: postings.runBlocks,
    runEnds: postings.runEnds,
    locals: postings.locals,
    impacts: postings.impacts,
    fields: postings.fields,
    ...factSections(columns, songs),
    ...columns.rights.packed(songs),
    titleCodes: Uint32Array.from(songs, (song) => columns.titleCodes.at(song)),
    tagEnds: songTags.ends,
    tagTerms: songTags.values,
    artistEnds: songArtists.ends,
    artistTerms: songArtists.values,
    fileEnds: files.ends,
    ...fileFactSections(columns, files.order),
    fileIdEnds: fileIds.ends,
    fileIdBytes: fileIds.bytes,
    ...signSongs(Array.from(songs, (song) => columns.descriptors[song] ?? null)),
  };
  return layOut(sections);
}

/** Facts about songs that constraints test, in the order of the songs. */
function factSections(columns: SongColumns, songs: Uint32Array) {
  return {
    bpm: Float32Array.from(songs, (song) => columns.bpm.at(song)),
    energyGiven: Uint8Array.from(songs, (song) => columns.energyGiven.at(song)),
    explicit: Uint8Array.from(songs, (song) => columns.explicit.at(song)),
    releasedYear: Int16Array.from(songs, (song) => columns.releasedYear.at(song)),
    hasStems: Uint8Array.from(songs, (song) => columns.hasStems.at(song)),
    hasGenre: Uint8Array.from(songs, (song) => columns.hasGenre.at(song)),
    hasInstrument: Uint8Array.from(songs, (song) => columns.hasInstrument.at(song)),
    hasPeriod: Uint8Array.from(songs, (song) => columns.hasPeriod.at(song)),
    keyTonic: Uint8Array.from(songs, (song) => columns.keyTonic.at(song)),
    keyMode: Uint8Array.from(songs, (song) => columns.keyMode.at(song)),
  } satisfies Partial<Record<SectionName, Section>>;
}

/** Facts about full versions that constraints test, in the order of the files. */
function fileFactSections(columns: SongColumns, files: Uint32Array) {
  return {
    fileVocals: Uint8Array.from(files, (file) => columns.fileVocals.at(file)),
    fileDuration: Float32Array.from(files, (file) => columns.fileDuration.at(file)),
    fileHasMedia: Uint8Array.from(files, (file) => columns.fileHasMedia.at(file)),
  } satisfies Partial<Record<SectionName, Section>>;
}

/** Lays out the header, then every section padded to eight bytes. The header has each section's offset and hash. */
function layOut(sections: Record<SectionName, Section>): Uint8Array[] {
  const header = new DataView(new ArrayBuffer(HEADER_BYTES));
  const chunks: Uint8Array[] = [new Uint8Array(header.buffer)];
  let offset = align8(HEADER_BYTES);
  if (offset > HEADER_BYTES) chunks.push(new Uint8Array(offset - HEADER_BYTES));

  SECTIONS.forEach((name, at) => {
    const section = sections[name];
    const bytes = new Uint8Array(section.buffer, section.byteOffset, section.byteLength);
    const entry = SECTIONS_AT + at * 24;
    header.setFloat64(entry, offset, true);
    header.setFloat64(entry + 8, bytes.length, true);
    header.setBigUint64(entry + 16, Bun.hash.xxHash64(bytes), true);
    chunks.push(bytes);
    const padding = align8(bytes.length) - bytes.length;
    if (padding > 0) chunks.push(new Uint8Array(padding));
    offset += bytes.length + padding;
  });

  header.setUint32(0, MAGIC[0], true);
  header.setUint32(4, MAGIC[1], true);
  header.setUint32(8, INDEX_FORMAT, true);
  header.setUint32(12, SECTIONS.length, true);
  header.setFloat64(16, offset, true);
  hashHeader(header);
  return chunks;
}

/** Returns the index with the version of the catalog that its songs are from. */
export function ofCatalog([first, ...others]: readonly Uint8Array[], version: string): readonly Uint8Array[] {
  assert(first?.length === HEADER_BYTES, "an index begins with its header");
  const bytes = first.slice();
  const header = new DataView(bytes.buffer);
  header.setBigUint64(CATALOG_AT, Bun.hash.xxHash64(version), true);
  hashHeader(header);
  return [bytes, ...others];
}

function hashHeader(header: DataView<ArrayBuffer>): void {
  const hashed = new Uint8Array(header.buffer, 0, HEADER_BYTES - 8);
  header.setBigUint64(HEADER_BYTES - 8, Bun.hash.xxHash64(hashed), true);
}

/** Whole tags are consecutive among the sorted terms, because they share their first letter. */
function packTagNames(
  tagNames: ReadonlyMap<number, string>,
  terms: Uint32Array,
): { readonly from: number; readonly names: PackedStrings } {
  const from = terms.findIndex((term) => tagNames.has(term));
  const order = terms.subarray(Math.max(0, from), Math.max(0, from) + tagNames.size);
  const names = stringList(Array.from(order, (term) => tagNames.get(term) ?? ""));
  return {
    from: Math.max(0, from),
    names: packStrings(
      names,
      Uint32Array.from(order, (_, at) => at),
    ),
  };
}

function inverse(order: Uint32Array): Uint32Array {
  const places = new Uint32Array(order.length);
  order.forEach((from, to) => {
    places[from] = to;
  });
  return places;
}

/** Returns the terms of each song, ascending, with songs in their new order. */
function reordered(
  values: NumberList<Uint32Array>,
  ends: NumberList<Uint32Array>,
  songs: Uint32Array,
  newTerm: Uint32Array,
): { ends: Uint32Array; values: Uint32Array } {
  const newEnds = new Uint32Array(songs.length);
  const newValues = new Uint32Array(values.length);
  let fill = 0;
  songs.forEach((song, place) => {
    const begin = fill;
    const end = ends.at(song);
    for (let at = song === 0 ? 0 : ends.at(song - 1); at < end; at++) newValues[fill++] = newTerm[values.at(at)] ?? 0;
    sortWithin(newValues, begin, fill);
    newEnds[place] = fill;
  });
  return { ends: newEnds, values: newValues };
}

/** Returns the files in the new order of their songs; within a song they keep the catalog's order. */
function fileOrder(columns: SongColumns, songs: Uint32Array): { ends: Uint32Array; order: Uint32Array } {
  const ends = new Uint32Array(songs.length);
  const order = new Uint32Array(columns.fileIds.length);
  let fill = 0;
  songs.forEach((song, place) => {
    const end = columns.fileEnds.at(song);
    for (let file = song === 0 ? 0 : columns.fileEnds.at(song - 1); file < end; file++) order[fill++] = file;
    ends[place] = fill;
  });
  return { ends, order };
}
