import { orderMembers, type Named } from "../families/order-members.ts";
import { baseKey, parseVersion, type VersionName, versionOfLabel } from "../families/parse-version.ts";
import type { FamilyItem } from "../families/family-item.ts";
import { type Family, planFamilies } from "../families/plan-families.ts";
import { withoutEnding } from "../tags/audio-kinds.ts";
import { fileNameOf } from "./file-name.ts";
import type { SheetTrack } from "./row-to-track.ts";

export interface TrackItem extends FamilyItem {
  readonly track: SheetTrack;
  readonly version: VersionName | null;
}

export interface GatheredTracks {
  readonly families: readonly Family<TrackItem>[];
  /** How the rows of a song were found, in words for the report. */
  readonly how: ReadonlyMap<Family<TrackItem>, string>;
  /** Rows whose main track is missing in the sheet. */
  readonly orphans: ReadonlySet<SheetTrack>;
}

/** Maximum length of a chain of links from versions to main tracks. A longer chain is probably a ring. */
const CHAIN_MAX = 8;

/** Main tracks with the same id or number. A version belongs to the one with its title, otherwise to the first. */
interface Mains {
  readonly first: SheetTrack;
  readonly byTitle: ReadonlyMap<string, SheetTrack>;
}

/**
 * Groups the rows of each song: by the links of the sheet, or by name in albums without links. `inClaimOrder` sorts main
 * tracks with the same number: the first one gets the id that is derived from the number.
 */
export function gatherTracks(
  tracks: readonly SheetTrack[],
  inClaimOrder: (tracks: readonly SheetTrack[]) => readonly SheetTrack[],
): GatheredTracks {
  const mains = mainTracks(tracks, inClaimOrder);
  const linkedAlbums = new Set(tracks.filter(isLinked).map(albumOf));
  const children = new Map<SheetTrack, SheetTrack[]>();
  const orphans = new Set<SheetTrack>();
  const free: TrackItem[] = [];
  for (const track of tracks) {
    const main = isLinked(track) ? mainOf(track, mains) : undefined;
    if (main === undefined && !linkedAlbums.has(albumOf(track))) {
      free.push(itemOf(track));
      continue;
    }
    if (main === null) orphans.add(track);
    const head = main ?? track;
    if (!children.has(head)) children.set(head, []);
    if (head !== track) children.get(head)?.push(track);
  }
  const how = new Map<Family<TrackItem>, string>();
  for (const named of planFamilies(free)) {
    const sameName = named.members.map(({ item }) => item.track);
    const [head, ...others] = sameName.filter((track) => children.has(track));
    if (head === undefined) {
      how.set(named, "by their names");
      continue;
    }
    // Another album can link to these tracks. Names are compared within an album only.
    const linked = [head, ...others].flatMap((track) => children.get(track) ?? []);
    for (const track of [head, ...others]) children.delete(track);
    const family = linkedFamily(head, [...sameName.filter((track) => track !== head), ...linked]);
    how.set(family, sameName.length > 1 ? "by the sheet's main track and by their names" : "by the sheet's main track");
  }
  for (const [main, others] of children) how.set(linkedFamily(main, others), "by the sheet's main track");
  return { families: [...how.keys()], how, orphans };
}

export function albumOf(track: SheetTrack): string {
  return track.albumCode === "" ? track.album : track.albumCode;
}

/** The row's track number. A main track without one has its main track number. */
export function numberOfTrack({ number, mainNumber, isMain }: SheetTrack): string {
  return number === "" && isMain === true ? mainNumber : number;
}

/** Returns a family of one row. */
export function familyOfOne(track: SheetTrack): Family<TrackItem> {
  return linkedFamily(track, []);
}

function isLinked({ id, masterId, mainNumber, number, isMain }: SheetTrack): boolean {
  if (masterId !== "" && masterId !== id) return true;
  return mainNumber !== "" && isMain !== true && (mainNumber !== number || isMain === false);
}

/** Main tracks by id, and by album and number, because libraries number each album from 1. */
function mainTracks(
  tracks: readonly SheetTrack[],
  inClaimOrder: (tracks: readonly SheetTrack[]) => readonly SheetTrack[],
): Map<string, Mains> {
  const mains = new Map<string, Mains>();
  for (const track of tracks) {
    if (track.id !== "") mains.set(`id ${track.id}`, { first: track, byTitle: new Map() });
  }
  const numbered = tracks.filter((track) => numberOfTrack(track) !== "" && track.isMain !== false);
  for (const [key, sharing] of Map.groupBy(numbered, (track) => numberKey(track, numberOfTrack(track)))) {
    const ordered = sharing.length > 1 ? inClaimOrder(sharing) : sharing;
    const [first] = ordered;
    // Reversed, so that the first of several with the same title is in the map.
    if (first !== undefined) mains.set(key, { first, byTitle: titlesOf(ordered.toReversed()) });
  }
  return mains;
}

function titlesOf(tracks: readonly SheetTrack[]): Map<string, SheetTrack> {
  return tracks.length === 1 ? new Map() : new Map(tracks.map((track) => [titleKey(track), track]));
}

function numberKey(track: SheetTrack, number: string): string {
  return `number ${albumOf(track)}\0${number}`;
}

function mainOf(track: SheetTrack, mains: ReadonlyMap<string, Mains>): SheetTrack | null {
  let main = track;
  for (let step = 0; step < CHAIN_MAX; step++) {
    if (!isLinked(main)) return main;
    const key = main.masterId === "" ? numberKey(main, main.mainNumber) : `id ${main.masterId}`;
    const sharing = mains.get(key);
    const next = sharing?.byTitle.get(titleKey(main)) ?? sharing?.first;
    if (next === undefined || next === track) return null;
    main = next;
  }
  return null;
}

/** Key of the title without version words. */
function titleKey(track: SheetTrack): string {
  return baseKey(versionOf(track)?.base ?? track.title);
}

function linkedFamily(main: SheetTrack, others: readonly SheetTrack[]): Family<TrackItem> {
  const first = namedOf(main);
  const rest = others.map(namedOf);
  const stems = rest.filter(({ item }) => item.track.isStem);
  const members = orderMembers([first, ...rest.filter(({ item }) => !item.track.isStem)], stems, first);
  const title = others.length > 0 ? (parseVersion(main.title)?.base ?? main.title) : null;
  return { key: "", title, members, doubt: null };
}

function namedOf(track: SheetTrack): Named<TrackItem> {
  const item = itemOf(track);
  return { item, name: track.title, version: item.version };
}

export function itemOf(track: SheetTrack): TrackItem {
  return { folder: albumOf(track), name: track.title, version: versionOf(track), track };
}

/** Reads the version column, otherwise the words after the title, otherwise those after the same title in the file's name. */
function versionOf({ title, version, filename }: SheetTrack): VersionName | null {
  const inTitle = parseVersion(title);
  if (version !== "") return versionOfLabel(inTitle?.isMarked === true ? inTitle.base : title, version);
  if (inTitle?.isMarked === true) return inTitle;
  const inFile = parseVersion(withoutEnding(fileNameOf(filename)));
  const isSame = inFile !== null && baseKey(inFile.base).endsWith(baseKey(title));
  return isSame && inFile.isMarked ? { ...inFile, base: title } : null;
}
