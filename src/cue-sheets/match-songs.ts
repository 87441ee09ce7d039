import type { ListedSong } from "../catalog/listing/listing-store.ts";
import type { SongRecord } from "../catalog/song-record.ts";
import type { Work, WorkInSteps } from "../db/work.ts";
import { mapInSteps, type Steps } from "../lib/steps.ts";
import { endingOf } from "./audio-endings.ts";
import type { EditEvent } from "./edit-lists/edit-list.ts";
import { fileNameOf } from "./edit-lists/file-name-of.ts";
import { toNormalForm } from "../lib/to-normal-form.ts";

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
  originsOf(refs: readonly string[]): Work<ReadonlyMap<string, readonly string[]>>;
}

/** Evidence that is compared by name, the strongest first. */
const BY_NAME = ["isrc", "file_name", "title"] as const;

const SONGS_PER_STEP = 250;
const NAMES_PER_STEP = 50;
const CANDIDATES_MAX = 5;
/** Shorter names, such as "1", are the names of too many things. */
const KEY_LENGTH_MIN = 2;
const ID_LENGTH_MAX = 128;
const ISRC = /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/;

/**
 * Finds the song of each event by what names its clip: our id of the song or of a file (alone, or in brackets), an ISRC, the name
 * of the file that was imported, or a title that only one song has. Scenes and shots have numbers and titles, too. So for a clip
 * with a picture, neither a title nor a number is enough, and a clip without sound needs an id in brackets. A reel is no id,
 * because reels are numbered. Names are compared without case, accents, punctuation and file extensions. Nothing is guessed: if
 * several songs have the name, all are returned.
 */
export function* matchSongs(events: readonly EditEvent[], source: SongSource): WorkInSteps<readonly SongMatch[]> {
  const idsOfEvents = yield* mapInSteps(events, NAMES_PER_STEP, idsOf);
  const byId = yield* matchIds([...new Set(idsOfEvents.flat())], source);
  yield;
  const matches = yield* mapInSteps(idsOfEvents, NAMES_PER_STEP, (ids) => firstOf(ids, byId));
  const byName = yield* matchNames(
    events.filter(({ hasSound }, at) => hasSound && matches[at] === null),
    source,
  );
  return yield* mapInSteps(
    events,
    NAMES_PER_STEP,
    (event, at): SongMatch => matches[at] ?? (event.hasSound ? matchByName(event, byName) : null) ?? { kind: "none" },
  );
}

/** Returns what can be an id of a song or file in an event, the strongest first. */
function idsOf({ names, songId, hasSound, hasPicture }: EditEvent): readonly string[] {
  const ids = names.flatMap((name) => (hasSound ? idsIn(name) : idsInBrackets(stemOf(name))));
  const allowed = hasPicture || !hasSound ? ids.filter((id) => !/^\d+$/.test(id)) : ids;
  return [...new Set([songId, ...allowed])].filter(
    (id) => id !== "" && id.length <= ID_LENGTH_MAX && !id.includes("\0"),
  );
}

/** `Glass Harbour [nd-0140].wav` and `nd-0140.wav` have the id nd-0140. */
function idsIn(name: string): readonly string[] {
  const stem = stemOf(name);
  return [name, stem, ...idsInBrackets(stem), withoutCopyNumber(stem)];
}

function idsInBrackets(stem: string): readonly string[] {
  return Array.from(withoutCopyNumber(stem).matchAll(/[[({]([^[\](){}]{1,128})[\])}]/g), ([, id = ""]) => id.trim());
}

function* matchIds(ids: readonly string[], source: SongSource): Steps<ReadonlyMap<string, SongMatch>> {
  const matches = new Map<string, SongMatch>();
  for (let from = 0; from < ids.length; from += NAMES_PER_STEP) {
    yield;
    const some = ids.slice(from, from + NAMES_PER_STEP);
    const songs = source.songsByIds(some);
    for (const id of some) {
      const owner = songs.has(id) ? null : source.songOfFile(id);
      if (songs.has(id)) matches.set(id, { kind: "song", songId: id, fileId: null, by: "song_id" });
      else if (owner !== null) matches.set(id, { kind: "song", songId: owner, fileId: id, by: "file_id" });
    }
  }
  return matches;
}

function firstOf(ids: readonly string[], byId: ReadonlyMap<string, SongMatch>): SongMatch | null {
  for (const id of ids) {
    const match = byId.get(id);
    if (match !== undefined) return match;
  }
  return null;
}

/** Songs by what they have in common with a name. */
type Found = Readonly<Record<(typeof BY_NAME)[number], Set<number>>>;

interface NameMatches {
  readonly found: ReadonlyMap<string, Found>;
  readonly idOf: ReadonlyMap<number, string>;
}

/** Goes through the catalog once and compares titles, codes and file names. */
function* matchNames(events: readonly EditEvent[], source: SongSource): WorkInSteps<NameMatches> {
  const found = new Map<string, Found>();
  for (const [at, name] of events.flatMap(comparedNames).entries()) {
    if (at % NAMES_PER_STEP === 0) yield;
    const stem = stemOf(name);
    for (const key of [keyOf(stem), keyOf(withoutCopyNumber(stem))]) {
      if (key.length >= KEY_LENGTH_MIN && !found.has(key))
        found.set(key, { isrc: new Set(), file_name: new Set(), title: new Set() });
    }
  }
  if (found.size === 0) return { found, idOf: new Map() };
  for (let after = -1; ;) {
    const songs = source.songsAfter(after, SONGS_PER_STEP);
    const last = songs.at(-1);
    if (last === undefined) break;
    after = last.ordinal;
    const refs = songs.flatMap(({ files }) => files.flatMap(({ mediaRef }) => mediaRef ?? []));
    const origins = yield* source.originsOf(refs);
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

/** A reel can be the name of a file, but not if it is a number. */
function comparedNames({ names, reel }: EditEvent): readonly string[] {
  return reel === "" || /^\d+$/.test(reel) ? names : [...names, reel];
}

/** The names are compared as they are, and without the number of a copy only if no song has one of them. */
function matchByName(event: EditEvent, matches: NameMatches): SongMatch | null {
  const stems = comparedNames(event).map(stemOf);
  return (
    strongest(stems, event.hasPicture, matches) ?? strongest(stems.map(withoutCopyNumber), event.hasPicture, matches)
  );
}

/** Returns the song of the first evidence. If several songs have it, weaker evidence can only decide between them. */
function strongest(
  stems: readonly string[],
  hasPicture: boolean,
  { found, idOf }: NameMatches,
): Exclude<SongMatch, { readonly kind: "none" }> | null {
  let several: ReadonlySet<string> | null = null;
  for (const by of BY_NAME) {
    if (by === "title" && hasPicture) continue;
    for (const stem of stems) {
      if (by === "isrc" && !ISRC.test(stem.toUpperCase().replaceAll(/[^A-Z0-9]/g, ""))) continue;
      const ordinals = [...(found.get(keyOf(stem))?.[by] ?? [])];
      const all = ordinals.flatMap((ordinal) => idOf.get(ordinal) ?? []).filter((id) => id !== "");
      const candidates: ReadonlySet<string> | null = several;
      const songIds: readonly string[] = candidates === null ? all : all.filter((id) => candidates.has(id));
      const [songId] = songIds;
      if (songIds.length === 1 && songId !== undefined) return { kind: "song", songId, fileId: null, by };
      if (songIds.length > 1) several = new Set(songIds);
    }
  }
  return several === null ? null : { kind: "several", songIds: [...several].slice(0, CANDIDATES_MAX) };
}

/** Without its folder, its audio extension, and what programs append: `Rain.wav.new.01`, `Rain.L`. */
function stemOf(name: string): string {
  const file = /[/\\]/.test(name) ? fileNameOf(name) : name;
  const plain = file
    .trim()
    .replace(/\.new\.\d{1,3}$/i, "")
    .replace(/\.[LR]$/i, "");
  const ending = endingOf(plain);
  return (ending === "" ? plain : plain.slice(0, -ending.length)).trim();
}

/** `Rain (1)` is a copy of `Rain`, unless a song has this name. */
function withoutCopyNumber(stem: string): string {
  return stem.replace(/ ?\(\d{1,2}\)$/, "").trim();
}

/** Letters and digits, without case and accents. */
function keyOf(text: string): string {
  return toNormalForm(text, "NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "");
}
