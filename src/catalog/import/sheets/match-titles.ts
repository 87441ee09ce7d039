import { type AudioItem, sourceOf } from "../audio/pair-files.ts";
import { baseKey, parseVersion, type VersionName } from "../families/parse-version.ts";
import { codeOf, nameStarts, numberOf, withoutCode, withoutNumber } from "../families/track-number.ts";
import { albumOf, numberOfTrack, type TrackItem } from "./gather-tracks.ts";
import { listed } from "./listed.ts";
import type { SheetTrack } from "./row-to-track.ts";

export interface TitleMatches {
  readonly found: ReadonlyMap<SheetTrack, AudioItem>;
  /** Rows with several possible files, and rows that share one. They get no file. */
  readonly doubts: readonly { readonly track: SheetTrack; readonly reason: string }[];
}

/** A file with one possible reading of its name. */
interface Candidate {
  readonly item: AudioItem;
  readonly label: string;
  /** The track number that this reading removes; null if it removes none. */
  readonly number: number | null;
  /** Albums of the sheet that the file's folders are named after. */
  readonly albums: ReadonlySet<string>;
}

interface Match extends Candidate {
  readonly row: TrackItem;
}

/** Roles that have many spellings. For other roles ("Alt", "Drums") the words are compared. */
const MANY_SPELLINGS: ReadonlySet<string> = new Set(["instrumental", "underscore", "cut"]);

/**
 * Finds files for rows without a file name: a file matches if its name has the row's title and version, with or without
 * a track number. Files in the folder of the row's album come first; files of other albums never match. Pure.
 */
export function matchTitles(rows: readonly TrackItem[], items: readonly AudioItem[]): TitleMatches {
  const byName = candidatesByName(items, albumNames(rows));
  const doubts: { track: SheetTrack; reason: string }[] = [];
  const matches: Match[] = [];
  for (const row of rows) {
    const named = byName.get(nameKey(row.version?.base ?? row.name, row.version)) ?? [];
    const best = bestOf(named.filter((one) => isPossible(row, one)).map((one) => ({ ...one, row })));
    const [match] = best;
    if (match === undefined) continue;
    if (new Set(best.map(({ item }) => item)).size === 1) matches.push(match);
    else
      doubts.push({ track: row.track, reason: `it can be any of ${listed(best.map(({ item }) => sourceOf(item)))}` });
  }
  const found = new Map<SheetTrack, AudioItem>();
  for (const [item, rivals] of Map.groupBy(matches, (match) => match.item)) {
    const best = bestOf(rivals);
    const [match] = best;
    if (match !== undefined && best.length === 1) found.set(match.row.track, item);
    if (best.length === 1) continue;
    const lines = listed(best.map(({ row }) => String(row.track.line)));
    for (const { row } of best) {
      doubts.push({ track: row.track, reason: `${sourceOf(item)} can belong to any of the lines ${lines}` });
    }
  }
  return { found, doubts };
}

function candidatesByName(items: readonly AudioItem[], albums: AlbumNames): ReadonlyMap<string, readonly Candidate[]> {
  const byName = new Map<string, Candidate[]>();
  const starts = nameStarts(items);
  const byFolder = new Map<string, ReadonlySet<string>>();
  for (const item of items) {
    const folder = sourceOf(item).split("/").slice(0, -1).join("/");
    const inAlbums = byFolder.get(folder) ?? albumsOfFolder(folder, albums);
    byFolder.set(folder, inAlbums);
    const areNumbered = starts.get(item.folder)?.isNumbered === true;
    for (const reading of readingsOf(item.name, { inAlbums, albums, areNumbered })) {
      const version = parseVersion(reading.name);
      const keys = new Map([[nameKey(reading.name, null), ""]]);
      if (version !== null) keys.set(nameKey(version.base, version), baseKey(version.label));
      for (const [key, label] of keys) {
        const candidate = { item, label, number: reading.number, albums: reading.albums };
        const named = byName.get(key);
        if (named === undefined) byName.set(key, [candidate]);
        else named.push(candidate);
      }
    }
  }
  return byName;
}

interface NameReading {
  readonly name: string;
  /** The track number that this reading removes and that the row must have; null if any row is possible. */
  readonly number: number | null;
  readonly albums: ReadonlySet<string>;
}

/** Reads a name without its track number, without the code of an album of the sheet, and as it is. */
function readingsOf(
  name: string,
  { inAlbums, albums, areNumbered }: { inAlbums: ReadonlySet<string>; albums: AlbumNames; areNumbered: boolean },
): NameReading[] {
  const whole = { name, number: null, albums: inAlbums };
  const bare = withoutNumber(name);
  const numbered = bare === name ? [] : [{ name: bare, number: areNumbered ? null : numberOf(name), albums: inAlbums }];
  const code = codeOf(name);
  const coded = code === null ? undefined : albums.get(codeKey(code));
  if (coded === undefined) return [...numbered, whole];
  const rest = withoutCode(name);
  const ofCode = { name: withoutNumber(rest), number: numberOf(rest), albums: coded };
  return [ofCode, { name: rest, number: null, albums: coded }, ...numbered, whole];
}

/**
 * "99 Problems" is track 99 with the title "Problems" only if the row has the number 99. A version can have the number of
 * its main track.
 */
function isPossible({ track }: TrackItem, { number, albums }: Candidate): boolean {
  if (number !== null && ![numberOfTrack(track), track.mainNumber].includes(String(number))) return false;
  return albums.size === 0 || albums.has(albumOf(track));
}

function bestOf(matches: readonly Match[]): readonly Match[] {
  const inAlbum = preferred(matches, ({ row, albums }) => albums.has(albumOf(row.track)));
  const sameWords = preferred(inAlbum, ({ row, label }) => label === baseKey(row.version?.label ?? ""));
  return preferred(sameWords, ({ row, item }) => String(numberOf(item.name)) === numberOfTrack(row.track));
}

function preferred(matches: readonly Match[], isBetter: (match: Match) => boolean): readonly Match[] {
  const better = matches.filter(isBetter);
  return better.length > 0 ? better : matches;
}

type AlbumNames = ReadonlyMap<string, ReadonlySet<string>>;

/** Albums by the names that their folders can have, and by the codes that the names of their files can begin with. */
function albumNames(rows: readonly TrackItem[]): AlbumNames {
  const names = new Map<string, Set<string>>();
  for (const { track } of rows) {
    for (const key of [baseKey(track.album), baseKey(track.albumCode), codeKey(track.albumCode)]) {
      if (key !== "") names.set(key, (names.get(key) ?? new Set()).add(albumOf(track)));
    }
  }
  return names;
}

/** "VH-022" and "vh022" are one code. */
function codeKey(code: string): string {
  return baseKey(code).replace(/[\s_-]/g, "");
}

/** Returns the albums that a folder is named after: by title, by code, or by a code before other words ("VH022 Locker"). */
function albumsOfFolder(folder: string, albums: AlbumNames): ReadonlySet<string> {
  const segments = folder.split("/").map(baseKey);
  return new Set(
    segments.flatMap((segment) => {
      const [first = ""] = segment.split(" ");
      return [...(albums.get(segment) ?? albums.get(first) ?? [])];
    }),
  );
}

function nameKey(base: string, version: VersionName | null): string {
  return `${baseKey(base)}\0${senseOf(version)}`;
}

/** Returns one text for labels with the same meaning: "Inst" and "Main Instrumental", or "60 sec" and "Com 60". */
function senseOf(version: VersionName | null): string {
  if (version === null || (version.label === "" && version.roles.length === 0)) return "main";
  const roles = version.roles.filter((role) => role !== "main");
  if (roles.length === 0 && version.roles.length > 0) return "main";
  const label = version.label.toLowerCase().replace(/\bv ?\d{1,2}\b/g, " ");
  const seconds = secondsOf(label);
  const isCutWithoutLength = roles.includes("cut") && seconds === null;
  if (roles.length > 0 && roles.every((role) => MANY_SPELLINGS.has(role)) && !isCutWithoutLength) {
    return [...roles, seconds ?? ""].join(" ");
  }
  const words = label.replace(/\b(?:main|mix|version|stems?)\b|[^\p{L}\p{N}]+/gu, " ").replace(/\s+/g, " ");
  return `words ${words.trim()}`;
}

function secondsOf(label: string): number | null {
  const [, minutes, seconds, alone] = /(\d+):(\d{2})|(\d{1,3})/.exec(label) ?? [];
  if (minutes !== undefined) return Number(minutes) * 60 + Number(seconds);
  return alone === undefined ? null : Number(alone);
}
