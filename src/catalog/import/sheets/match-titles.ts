import { type AudioItem, sourceOf } from "../audio/pair-files.ts";
import { baseKey, parseVersion, type VersionName } from "../families/parse-version.ts";
import { numberedFolders, numberOf, withoutNumber } from "../families/track-number.ts";
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

function candidatesByName(
  items: readonly AudioItem[],
  albums: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlyMap<string, readonly Candidate[]> {
  const byName = new Map<string, Candidate[]>();
  const numbered = numberedFolders(items);
  const byFolder = new Map<string, ReadonlySet<string>>();
  for (const item of items) {
    const folder = sourceOf(item).split("/").slice(0, -1).join("/");
    const inAlbums = byFolder.get(folder) ?? albumsOfFolder(folder, albums);
    byFolder.set(folder, inAlbums);
    const bare = withoutNumber(item.name);
    const number = numbered.has(item.folder) ? null : numberOf(item.name);
    const readings: { readonly name: string; readonly number: number | null }[] = [{ name: item.name, number: null }];
    if (bare !== item.name) readings.unshift({ name: bare, number });
    for (const reading of readings) {
      const version = parseVersion(reading.name);
      const keys = new Map([[nameKey(reading.name, null), ""]]);
      if (version !== null) keys.set(nameKey(version.base, version), baseKey(version.label));
      for (const [key, label] of keys) {
        const candidate = { item, label, number: reading.number, albums: inAlbums };
        const named = byName.get(key);
        if (named === undefined) byName.set(key, [candidate]);
        else named.push(candidate);
      }
    }
  }
  return byName;
}

/** "99 Problems" is track 99 with the title "Problems" only if the row has the number 99. */
function isPossible(row: TrackItem, { number, albums }: Candidate): boolean {
  if (number !== null && String(number) !== numberOfTrack(row.track)) return false;
  return albums.size === 0 || albums.has(albumOf(row.track));
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

/** Albums by the names that their folders can have. */
function albumNames(rows: readonly TrackItem[]): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>();
  for (const { track } of rows) {
    for (const name of [track.album, track.albumCode]) {
      if (name === "") continue;
      const key = baseKey(name);
      names.set(key, (names.get(key) ?? new Set()).add(albumOf(track)));
    }
  }
  return names;
}

/** Returns the albums that a folder is named after: by title, by code, or by a code before other words ("VH022 Locker"). */
function albumsOfFolder(folder: string, albums: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
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
