import { ENERGIES, MODES, VOCALS } from "../../../schema/song.ts";
import type { WorkInSteps } from "../../db/work.ts";
import { readKey } from "../../text/musical-key.ts";
import type { MeasuredFacts } from "../measured.ts";
import { type ListedFacts, listedFactsOf } from "./listed-facts.ts";
import type { ListedSong, ListingStore } from "./listing-store.ts";
import { SongSet } from "./song-set.ts";
import { TitleText } from "./title-text.ts";

/** Songs per step, which takes a few milliseconds. */
const SONGS_PER_STEP = 250;

const DAY_SECONDS = 86_400;
const SECONDS_MAX = 65_534;

/** Values of columns for unknown facts. */
export const UNKNOWN_NUMBER = 65_535;
export const UNKNOWN_CODE = 255;
export const UNKNOWN_DAY = -0x8000_0000;

/**
 * What lists filter, sort and count by, as numbers by ordinal: about 50 bytes a song, with its title. Tags and artists are in
 * the filter tables of the catalog instead.
 */
export interface ListingColumns {
  /** The last ordinal plus one. */
  readonly size: number;
  /** The ordinals that have a song. */
  readonly songs: SongSet;
  readonly titles: TitleText;
  readonly bpm: Uint16Array;
  /** The length of the first full version, in whole seconds. */
  readonly seconds: Uint16Array;
  /** Days since 1970, UTC. */
  readonly releasedDay: Int32Array;
  /** 0 if the date is unknown. */
  readonly year: Int16Array;
  /** A place in ENERGIES. */
  readonly energy: Uint8Array;
  /** `keyCode` of the tonic and mode. */
  readonly key: Uint8Array;
  /** A bit for each entry of VOCALS that a full version has. */
  readonly vocals: Uint8Array;
  /** 32-bit hashes. A query compares the codes of the songs that it finds. */
  readonly isrcHash: Uint32Array;
  readonly playlists: ReadonlyMap<number, readonly number[]>;
}

/** Reads the columns of a catalog. Measurements fill missing values, as in the presented songs. */
export function* readColumns(store: ListingStore, facts: MeasuredFacts): WorkInSteps<ListingColumns> {
  const size = (store.lastOrdinal() ?? -1) + 1;
  const playlists = new Map<number, number[]>();
  const columns = {
    size,
    songs: new SongSet(size),
    titles: new TitleText(size),
    bpm: new Uint16Array(size).fill(UNKNOWN_NUMBER),
    seconds: new Uint16Array(size).fill(UNKNOWN_NUMBER),
    releasedDay: new Int32Array(size).fill(UNKNOWN_DAY),
    year: new Int16Array(size),
    energy: new Uint8Array(size).fill(UNKNOWN_CODE),
    key: new Uint8Array(size).fill(UNKNOWN_CODE),
    vocals: new Uint8Array(size),
    isrcHash: new Uint32Array(size),
    playlists,
  };
  for (let after = -1; ;) {
    const songs = store.songsAfter(after, SONGS_PER_STEP);
    const last = songs.at(-1);
    if (last === undefined) return columns;
    const found = yield* facts.of(songs.flatMap(({ files }) => files.flatMap(({ mediaRef }) => mediaRef ?? [])));
    const listed = listedFactsOf(songs, found);
    songs.forEach((song, at) => addSong(columns, song, listed[at]));
    for (const { ordinal, playlistIds } of songs) {
      for (const id of playlistIds) {
        const members = playlists.get(id);
        if (members === undefined) playlists.set(id, [ordinal]);
        else members.push(ordinal);
      }
    }
    after = last.ordinal;
    yield;
  }
}

/** Returns a number for a complete key, or UNKNOWN_CODE if the tonic or the mode is missing. */
export function keyCode(name: string, mode: string): number {
  const key = readKey(name, mode);
  return key.tonic === null || key.mode === null ? UNKNOWN_CODE : key.tonic * MODES.length + MODES.indexOf(key.mode);
}

export function isrcHashOf(isrc: string): number {
  // 0 means no code.
  return Bun.hash.xxHash32(isrc) || 1;
}

function addSong(columns: ListingColumns, song: ListedSong, facts: ListedFacts | undefined): void {
  const { ordinal } = song;
  const { bpm = null, keyName = "", keyMode = "", seconds = null, energy = song.energyInferred } = facts ?? {};
  columns.songs.add(ordinal);
  columns.titles.add(ordinal, song.title);
  if (bpm !== null) columns.bpm[ordinal] = bpm;
  if (seconds !== null) columns.seconds[ordinal] = Math.min(SECONDS_MAX, Math.round(seconds));
  const days = song.releasedAt === null ? null : Math.floor(song.releasedAt / DAY_SECONDS);
  const year = song.releasedAt === null ? Number.NaN : new Date(song.releasedAt * 1000).getUTCFullYear();
  if (days !== null && year >= 1 && year <= 9999) {
    columns.releasedDay[ordinal] = days;
    columns.year[ordinal] = year;
  }
  columns.energy[ordinal] = ENERGIES.indexOf(energy);
  columns.key[ordinal] = keyCode(keyName, keyMode);
  let vocals = 0;
  for (const file of song.files) if (file.vocals !== null) vocals |= 1 << VOCALS.indexOf(file.vocals);
  columns.vocals[ordinal] = vocals;
  if (song.isrc !== null) columns.isrcHash[ordinal] = isrcHashOf(song.isrc);
}
