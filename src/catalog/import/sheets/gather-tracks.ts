import { orderMembers, type Named } from "../families/order-members.ts";
import { baseKey, parseVersion, type VersionName, versionOfLabel } from "../families/parse-version.ts";
import { type Family, type FamilyItem, planFamilies } from "../families/plan-families.ts";
import { withoutEnding } from "../tags/audio-kinds.ts";
import type { SheetTrack } from "./row-to-track.ts";

export interface TrackItem extends FamilyItem {
  readonly track: SheetTrack;
  readonly version: VersionName | null;
}

export interface GatheredTracks {
  readonly families: readonly Family<TrackItem>[];
  /** How the song came about, for its report. */
  readonly how: ReadonlyMap<Family<TrackItem>, string>;
  /** Rows that name a main track that the sheet does not have. */
  readonly orphans: ReadonlySet<SheetTrack>;
}

/** A version of a version of …: more than this is a ring. */
const CHAIN_MAX = 8;

/** Brings the rows of one song together: as the sheet links them, and where it links none in an album, by their names. */
export function gatherTracks(tracks: readonly SheetTrack[]): GatheredTracks {
  const mains = mainTracks(tracks);
  const linkedAlbums = new Set(tracks.filter(isLinked).map(albumOf));
  const mainOfVersion = new Map(tracks.filter(isLinked).map((track) => [track, mainOf(track, mains)]));
  // A main track heads its song also where its own album has no links: its versions may be in another one.
  const heads = new Set(mainOfVersion.values());
  const children = new Map<SheetTrack, SheetTrack[]>();
  const orphans = new Set<SheetTrack>();
  const free: TrackItem[] = [];
  for (const track of tracks) {
    const main = mainOfVersion.get(track);
    if (main === undefined && !heads.has(track) && !linkedAlbums.has(albumOf(track))) {
      free.push(itemOf(track));
      continue;
    }
    if (main === null) orphans.add(track);
    const head = main ?? track;
    if (!children.has(head)) children.set(head, []);
    if (head !== track) children.get(head)?.push(track);
  }
  const linked = Array.from(children, ([main, others]) => linkedFamily(main, others));
  const named = planFamilies(free);
  const how = new Map<Family<TrackItem>, string>([
    ...linked.map((family) => [family, "by the sheet's main track"] as const),
    ...named.map((family) => [family, "by their names"] as const),
  ]);
  return { families: [...linked, ...named], how, orphans };
}

export function albumOf(track: SheetTrack): string {
  return track.albumCode === "" ? track.album : track.albumCode;
}

/** The row's own number. A main track is its own main track: that number is its own where it has no other. */
export function numberOfTrack({ number, mainNumber, isMain }: SheetTrack): string {
  return number === "" && isMain === true ? mainNumber : number;
}

/** A row as a family of its own. */
export function trackAlone(track: SheetTrack): Family<TrackItem> {
  return linkedFamily(track, []);
}

function isLinked({ id, masterId, mainNumber, number, isMain }: SheetTrack): boolean {
  if (masterId !== "" && masterId !== id) return true;
  return mainNumber !== "" && isMain !== true && (mainNumber !== number || isMain === false);
}

/** Where several rows have one number, the one that is not called a version is meant. */
function mainTracks(tracks: readonly SheetTrack[]): Map<string, SheetTrack> {
  const mains = new Map<string, SheetTrack>();
  for (const track of tracks) {
    if (track.id !== "") mains.set(`id ${track.id}`, track);
    const number = numberOfTrack(track);
    const key = `number ${albumOf(track)}\0${number}`;
    if (number !== "" && track.isMain !== false && !mains.has(key)) mains.set(key, track);
  }
  return mains;
}

function mainOf(track: SheetTrack, mains: ReadonlyMap<string, SheetTrack>): SheetTrack | null {
  let main = track;
  for (let step = 0; step < CHAIN_MAX; step++) {
    if (!isLinked(main)) return main;
    const key = main.masterId === "" ? `number ${albumOf(main)}\0${main.mainNumber}` : `id ${main.masterId}`;
    const next = mains.get(key);
    if (next === undefined || next === track) return null;
    main = next;
  }
  return null;
}

function linkedFamily(main: SheetTrack, others: readonly SheetTrack[]): Family<TrackItem> {
  const first = namedOf(main);
  const rest = others.map(namedOf);
  const stems = rest.filter(({ item }) => item.track.isStem);
  const members = orderMembers([first, ...rest.filter((one) => !stems.includes(one))], stems, first);
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

/** The column for versions, else the words behind the title, else those behind the same title in the file's name. */
function versionOf({ title, version, filename }: SheetTrack): VersionName | null {
  const inTitle = parseVersion(title);
  if (version !== "") return versionOfLabel(inTitle?.isMarked === true ? inTitle.base : title, version);
  if (inTitle?.isMarked === true) return inTitle;
  const name = filename.replaceAll("\\", "/");
  const inFile = parseVersion(withoutEnding(name.slice(name.lastIndexOf("/") + 1)));
  const isSame = inFile !== null && baseKey(inFile.base).endsWith(baseKey(title));
  return isSame && inFile.isMarked ? { ...inFile, base: title } : null;
}
