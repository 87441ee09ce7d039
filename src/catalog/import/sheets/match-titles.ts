import type { AudioItem } from "../audio/pair-files.ts";
import { baseKey, parseVersion, type VersionName } from "../families/parse-version.ts";
import { numberedFolders, numberOf, withoutNumber } from "../families/track-number.ts";
import { albumOf, numberOfTrack, type TrackItem } from "./gather-tracks.ts";
import type { SheetTrack } from "./row-to-track.ts";

export interface TitleMatches {
  readonly found: ReadonlyMap<SheetTrack, AudioItem>;
  /** Rows that several files fit, or that share one: none of them is guessed. */
  readonly doubts: readonly { readonly track: SheetTrack; readonly reason: string }[];
}

/** A file under one of the ways to read its name. */
interface Candidate {
  readonly item: AudioItem;
  readonly label: string;
  /** A track number that was taken off to read the name so; null where none was. */
  readonly number: number | null;
  /** Albums of the sheet whose folders it lies in. */
  readonly albums: ReadonlySet<string>;
}

interface Fit extends Candidate {
  readonly row: TrackItem;
}

const SHOWN_MAX = 10;
/** Roles that are said in several ways; of the others ("Alt", "Drums") the words themselves count. */
const SAID_IN_MANY_WAYS: ReadonlySet<string> = new Set(["instrumental", "underscore", "cut"]);

/**
 * Finds the files of rows that name none: those whose names say the row's title and version, with a track number in
 * front or without. Files in the folder of the row's album go first, and those of another album's are none of it; pure.
 */
export function matchTitles(rows: readonly TrackItem[], items: readonly AudioItem[]): TitleMatches {
  const byName = candidatesByName(items, albumNames(rows));
  const doubts: { track: SheetTrack; reason: string }[] = [];
  const fits: Fit[] = [];
  for (const row of rows) {
    const named = byName.get(nameKey(row.version?.base ?? row.name, row.version)) ?? [];
    const close = closest(named.filter((one) => mayBeMeant(row, one)).map((one) => ({ ...one, row })));
    const [fit] = close;
    if (fit === undefined) continue;
    if (new Set(close.map(({ item }) => item)).size === 1) fits.push(fit);
    else doubts.push({ track: row.track, reason: `it may be any of ${shown(close.map(({ item }) => pathOf(item)))}` });
  }
  const found = new Map<SheetTrack, AudioItem>();
  for (const [item, wanting] of Map.groupBy(fits, (fit) => fit.item)) {
    const close = closest(wanting);
    const [fit] = close;
    if (fit !== undefined && close.length === 1) found.set(fit.row.track, item);
    if (close.length === 1) continue;
    const lines = shown(close.map(({ row }) => String(row.track.line)));
    for (const { row } of close) {
      doubts.push({ track: row.track, reason: `${pathOf(item)} may belong to each of the lines ${lines}` });
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
  const ofFolder = new Map<string, ReadonlySet<string>>();
  for (const item of items) {
    const place = pathOf(item).split("/").slice(0, -1).join("/");
    const inAlbums = ofFolder.get(place) ?? albumsOfFolder(place, albums);
    ofFolder.set(place, inAlbums);
    const bare = withoutNumber(item.name);
    const number = numbered.has(item.folder) ? null : numberOf(item.name);
    const readings = bare === item.name ? [{ name: bare, number: null }] : [{ name: bare, number }];
    if (bare !== item.name) readings.push({ name: item.name, number: null });
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

/** "99 Problems" is no track 99 called Problems, unless the row is. */
function mayBeMeant(row: TrackItem, { number, albums }: Candidate): boolean {
  if (number !== null && String(number) !== numberOfTrack(row.track)) return false;
  return albums.size === 0 || albums.has(albumOf(row.track));
}

function closest(fits: readonly Fit[]): readonly Fit[] {
  const inAlbum = preferred(fits, ({ row, albums }) => albums.has(albumOf(row.track)));
  const sameWords = preferred(inAlbum, ({ row, label }) => label === baseKey(row.version?.label ?? ""));
  return preferred(sameWords, ({ row, item }) => String(numberOf(item.name)) === numberOfTrack(row.track));
}

function preferred(fits: readonly Fit[], isBetter: (fit: Fit) => boolean): readonly Fit[] {
  const better = fits.filter(isBetter);
  return better.length > 0 ? better : fits;
}

/** From how folders of albums are called to the albums. */
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

/** By a folder called as the album or its code, or "VH022 Locker" by the code in front. */
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

/** What a label says, the same for "Inst" and "Main Instrumental", or for "60 sec" and "Com 60". */
function senseOf(version: VersionName | null): string {
  if (version === null || (version.label === "" && version.roles.length === 0)) return "main";
  const roles = version.roles.filter((role) => role !== "main");
  if (roles.length === 0 && version.roles.length > 0) return "main";
  const label = version.label.toLowerCase().replace(/\bv ?\d{1,2}\b/g, " ");
  const seconds = secondsOf(label);
  const isOfNoLength = roles.includes("cut") && seconds === null;
  if (roles.length > 0 && roles.every((role) => SAID_IN_MANY_WAYS.has(role)) && !isOfNoLength) {
    return [...roles, seconds ?? ""].join(" ");
  }
  const words = label.replace(/\b(?:main|mix|version|stems?)\b|[^\p{L}\p{N}]+/gu, " ").replace(/\s+/g, " ");
  return `words ${words.trim()}`;
}

function secondsOf(label: string): number | null {
  const [, minutes, behind, alone] = /(\d+):(\d{2})|(\d{1,3})/.exec(label) ?? [];
  if (minutes !== undefined) return Number(minutes) * 60 + Number(behind);
  return alone === undefined ? null : Number(alone);
}

function shown(names: readonly string[]): string {
  const each = [...new Set(names)];
  const more = each.length - SHOWN_MAX;
  return each.slice(0, SHOWN_MAX).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

function pathOf({ lossless, lossy }: AudioItem): string {
  return lossless ?? lossy ?? "";
}
