import type { ListedSong } from "../catalog/listing/listing-store.ts";
import type { SongRecord } from "../catalog/song-record.ts";
import { mapInSteps, type Steps } from "../lib/steps.ts";
import { endingOf } from "./audio-endings.ts";
import type { EditEvent } from "./edit-lists/edit-list.ts";
import { fileNameOf } from "./edit-lists/file-name-of.ts";

/** What tells that an event is a song: the strongest evidence first. */
export const EVIDENCE = ["song_id", "file_id", "isrc", "file_name", "title"] as const;
export type Evidence = (typeof EVIDENCE)[number];

export type SongMatch =
  | { readonly kind: "song"; readonly songId: string; readonly fileId: string | null; readonly by: Evidence }
  /** Several songs have this file name or title. */
  | { readonly kind: "several"; readonly songIds: readonly string[] }
  | { readonly kind: "none" };

/** Where songs are looked up. */
export interface SongSource {
  songsByIds(ids: readonly string[]): ReadonlyMap<string, SongRecord>;
  /** The id of the song that an audio file belongs to, or null. */
  songOfFile(fileId: string): string | null;
  songsAfter(after: number, limit: number): readonly ListedSong[];
  idsOf(ordinals: readonly number[]): readonly string[];
  /** Original paths of media, by ref. */
  originsOf(refs: readonly string[]): ReadonlyMap<string, readonly string[]>;
}

/** Evidence that is compared by name, the strongest first. */
const BY_NAME = ["isrc", "file_name", "title"] as const;

const SONGS_PER_STEP = 250;
const NAMES_PER_STEP = 50;
const CANDIDATES_MAX = 5;
/** Shorter names, such as "1", are the names of too many things. */
const KEY_LENGTH_MIN = 2;
const ISRC = /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/;

/**
 * Finds the song of each event by what names its clip: our id of the song or of a file (alone, or in brackets), an ISRC, the name
 * of the file that was imported, or a title that only one song has. A title counts only for a clip without a picture, because
 * scenes have titles, too. Names are compared without case, accents, punctuation and file extensions. Nothing is guessed: if
 * several songs have the name, all are returned.
 */
export function* matchSongs(events: readonly EditEvent[], source: SongSource): Steps<readonly SongMatch[]> {
  const names = [...new Set(events.flatMap((event) => event.names))];
  const byId = yield* matchIds(names, source);
  const open = events.filter((event) => !event.names.some((name) => byId.has(name)));
  yield;
  const byName = yield* matchNames(open, source);
  return yield* mapInSteps(events, NAMES_PER_STEP, (event): SongMatch => {
    for (const name of event.names) {
      const match = byId.get(name);
      if (match !== undefined) return match;
    }
    return strongest(event, byName) ?? { kind: "none" };
  });
}

/** Matches by ids of songs and files. */
function* matchIds(names: readonly string[], source: SongSource): Steps<Map<string, SongMatch>> {
  const matches = new Map<string, SongMatch>();
  for (let from = 0; from < names.length; from += NAMES_PER_STEP) {
    yield;
    const idsOfName = new Map(names.slice(from, from + NAMES_PER_STEP).map((name) => [name, idsIn(name)]));
    const songs = source.songsByIds([...new Set([...idsOfName.values()].flat())]);
    for (const [name, ids] of idsOfName) {
      const songId = ids.find((id) => songs.has(id));
      if (songId !== undefined) {
        matches.set(name, { kind: "song", songId, fileId: null, by: "song_id" });
        continue;
      }
      for (const fileId of ids) {
        const owner = source.songOfFile(fileId);
        if (owner !== null) matches.set(name, { kind: "song", songId: owner, fileId, by: "file_id" });
      }
    }
  }
  return matches;
}

/** `Glass Harbour [nd-0140].wav` and `nd-0140.wav` have the id nd-0140. */
function idsIn(name: string): readonly string[] {
  const stem = stemOf(name);
  const inBrackets = Array.from(stem.matchAll(/[[({]([^[\](){}]{1,128})[\])}]/g), ([, id = ""]) => id.trim());
  return [...new Set([name, stem, ...inBrackets])].filter((id) => id !== "" && id.length <= 128 && !id.includes("\0"));
}

/** Songs by what they have in common with a name. */
type Found = Readonly<Record<(typeof BY_NAME)[number], Set<number>>>;

interface NameMatches {
  readonly found: ReadonlyMap<string, Found>;
  readonly idOf: ReadonlyMap<number, string>;
}

/** Goes through the catalog once and compares titles, codes and file names. */
function* matchNames(events: readonly EditEvent[], source: SongSource): Steps<NameMatches> {
  const found = new Map<string, Found>();
  for (const [at, name] of events.flatMap((event) => event.names).entries()) {
    if (at % NAMES_PER_STEP === 0) yield;
    const key = keyOf(stemOf(name));
    if (key.length >= KEY_LENGTH_MIN && !found.has(key))
      found.set(key, { isrc: new Set(), file_name: new Set(), title: new Set() });
  }
  if (found.size === 0) return { found, idOf: new Map() };
  for (let after = -1; ;) {
    const songs = source.songsAfter(after, SONGS_PER_STEP);
    const last = songs.at(-1);
    if (last === undefined) break;
    after = last.ordinal;
    const refs = songs.flatMap(({ files }) => files.flatMap(({ mediaRef }) => mediaRef ?? []));
    const origins = source.originsOf(refs);
    for (const { ordinal, title, isrc, files } of songs) {
      found.get(keyOf(title))?.title.add(ordinal);
      if (isrc !== null) found.get(keyOf(isrc))?.isrc.add(ordinal);
      for (const { mediaRef } of files) {
        if (mediaRef === null) continue;
        for (const path of origins.get(mediaRef) ?? [mediaRef])
          found.get(keyOf(stemOf(fileNameOf(path))))?.file_name.add(ordinal);
      }
    }
    yield;
  }
  const ordinals = [...new Set([...found.values()].flatMap((one) => [...one.isrc, ...one.file_name, ...one.title]))];
  const idOf = new Map<number, string>();
  for (let from = 0; from < ordinals.length; from += NAMES_PER_STEP) {
    yield;
    const some = ordinals.slice(from, from + NAMES_PER_STEP);
    for (const [at, id] of source.idsOf(some).entries()) idOf.set(some[at] ?? 0, id);
  }
  return { found, idOf };
}

/** The first evidence that one name of the event has; an ambiguous one is kept if there is no better. */
function strongest({ names, hasPicture }: EditEvent, { found, idOf }: NameMatches): SongMatch | null {
  let several: SongMatch | null = null;
  for (const by of BY_NAME) {
    if (by === "title" && hasPicture) continue;
    for (const name of names) {
      const stem = stemOf(name);
      if (by === "isrc" && !ISRC.test(stem.toUpperCase().replaceAll(/[^A-Z0-9]/g, ""))) continue;
      const ordinals = [...(found.get(keyOf(stem))?.[by] ?? [])];
      const songIds = ordinals.flatMap((ordinal) => idOf.get(ordinal) ?? []).filter((id) => id !== "");
      const [songId] = songIds;
      if (songIds.length === 1 && songId !== undefined) return { kind: "song", songId, fileId: null, by };
      if (songIds.length > 1) several ??= { kind: "several", songIds: songIds.slice(0, CANDIDATES_MAX) };
    }
  }
  return several;
}

/** Without its folder, its audio extension, and what programs append: `Rain.wav.new.01`, `Rain (1).mp3`, `Rain.L`. */
function stemOf(name: string): string {
  const file = /[/\\]/.test(name) ? fileNameOf(name) : name;
  const plain = file
    .trim()
    .replace(/\.new\.\d{1,3}$/i, "")
    .replace(/\.[LR]$/i, "");
  const ending = endingOf(plain);
  return (ending === "" ? plain : plain.slice(0, -ending.length)).replace(/ ?\(\d{1,2}\)$/, "").trim();
}

/** Letters and digits, without case and accents. */
function keyOf(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "");
}
