import { type FamilyMember, memberOf, type Named, orderMembers } from "./order-members.ts";
import { baseKey, behindTitle, parseVersion, type VersionName } from "./parse-version.ts";
import { type StemPlace, stemPlace } from "./stem-folder.ts";
import { numberedFolders, withoutNumber } from "./track-number.ts";

/** A file, or a row of a sheet, that may be one version of a song. */
export interface FamilyItem {
  /** Only what lies together belongs together: a folder with slashes, "" for the root; an album of a sheet. */
  readonly folder: string;
  /** A file's name without its ending, or a title. */
  readonly name: string;
  /** What a sheet says about the version; undefined has the name judged, null says that it is none. */
  readonly version?: VersionName | null;
}

export interface Family<Item> {
  /** The same in every import of the same names. */
  readonly key: string;
  /** The title without version words; null where a single file says it better itself. */
  readonly title: string | null;
  /** The primary file first, then versions, then stems. */
  readonly members: readonly FamilyMember<Item>[];
  /** Set where a stem was not given to a song. */
  readonly doubt: string | null;
}

const KEY_MARK = "\0";
interface Group<Item> {
  readonly folder: string;
  readonly title: string;
  readonly versions: Named<Item>[];
  /** Of the versions, for comparison. */
  readonly labels: Set<string>;
  readonly stems: Named<Item>[];
}

/** Gathers files that are versions or stems of one song, by their names and where they lie; pure. */
export function planFamilies<Item extends FamilyItem>(items: readonly Item[]): Family<Item>[] {
  const groups = new Map<string, Group<Item>>();
  const places = new Map<Item, StemPlace>();
  const alone: Family<Item>[] = [];
  const unmarked: Named<Item>[] = [];
  const numbered = numberedFolders(items);
  for (const item of items) {
    const place = item.version === undefined ? stemPlace(item.folder, item.name) : null;
    if (place !== null) {
      places.set(item, place);
      continue;
    }
    const name = numbered.has(item.folder) ? withoutNumber(item.name) : item.name;
    const named = { item, name, version: item.version === undefined ? parseVersion(name) : item.version };
    if (named.version?.isMarked === false) unmarked.push(named);
    else if (!joins(groupOf(groups, item.folder, named.version?.base ?? name), named)) alone.push(single(named));
  }
  for (const named of unmarked) {
    const group = groups.get(keyOf(named.item.folder, named.version?.base ?? ""));
    if (group === undefined || !joins(group, named)) alone.push(single(named));
  }
  const songs = [...groups.values()];
  const beside = Map.groupBy(songs, ({ folder }) => folder);
  const titled = Map.groupBy(songs, ({ title }) => baseKey(title));
  for (const [item, place] of places) {
    const near = beside.get(place.home) ?? [];
    const meant = titledGroups(titled, place);
    const group = groupOfStem(groups, meant, near, place);
    const title = [group?.title ?? "", ...place.titles].find((one) => behindTitle(item.name, one) !== null) ?? "";
    const name = behindTitle(item.name, title) ?? item.name;
    const named = { item, name, version: parseVersion(item.name) };
    if (group === null) alone.push({ ...single(named), doubt: doubtOf(meant.length > 0 ? meant.length : near.length) });
    else group.stems.push(named);
  }
  return [...Array.from(groups, ([key, group]) => familyOf(key, group)), ...alone];
}

/** Two files that say the same of themselves are no versions of each other. */
function joins<Item>(group: Group<Item>, named: Named<Item>): boolean {
  const label = baseKey(named.version?.label ?? "");
  if (group.labels.has(label)) return false;
  group.labels.add(label);
  group.versions.push(named);
  return true;
}

function groupOf<Item>(groups: Map<string, Group<Item>>, folder: string, title: string): Group<Item> {
  const key = keyOf(folder, title);
  const group = groups.get(key) ?? { folder, title, versions: [], labels: new Set(), stems: [] };
  groups.set(key, group);
  return group;
}

function keyOf(folder: string, title: string): string {
  return `${folder}${KEY_MARK}${baseKey(title)}`;
}

/** The songs of the stem's title: in the folder that holds the stem folder, else anywhere below it. */
function titledGroups<Item>(
  titled: ReadonlyMap<string, readonly Group<Item>[]>,
  { home, titles }: StemPlace,
): readonly Group<Item>[] {
  for (const title of titles) {
    const all = titled.get(baseKey(title)) ?? [];
    const near = all.filter(({ folder }) => folder === home);
    if (near.length > 0) return near;
    const below = all.filter(({ folder }) => home === "" || folder.startsWith(`${home}/`));
    if (below.length > 0) return below;
  }
  return [];
}

/** The one song of the stem's title, else the only song there is beside the folder, else one of stems alone. */
function groupOfStem<Item>(
  groups: Map<string, Group<Item>>,
  meant: readonly Group<Item>[],
  near: readonly Group<Item>[],
  { home, titles }: StemPlace,
): Group<Item> | null {
  const candidates = meant.length > 0 ? meant : near;
  const [only] = candidates;
  if (only !== undefined && candidates.length === 1) return only;
  const [title] = titles;
  return title === undefined || meant.length > 1 ? null : groupOf(groups, home, title);
}

function doubtOf(songs: number): string {
  const which = songs === 0 ? "there is no song" : `there are ${songs} songs`;
  return `it lies in a folder of stems, and ${which} that it may belong to; it became a song of its own`;
}

function single<Item extends FamilyItem>(named: Named<Item>): Family<Item> {
  const key = `${named.item.folder}${KEY_MARK}${named.item.name.normalize("NFC")}${KEY_MARK}`;
  return { key, title: null, members: [memberOf(named, false)], doubt: null };
}

function familyOf<Item extends FamilyItem>(of: string, { title, versions, stems }: Group<Item>): Family<Item> {
  const [first] = versions;
  if (first !== undefined && versions.length + stems.length === 1) {
    return { key: keyOfPrimary(first.item), title: null, members: [memberOf(first, false)], doubt: null };
  }
  const members = orderMembers(versions, stems);
  const [primary] = members;
  const named = versions.find(({ item }) => item === primary?.item);
  if (named === undefined || primary?.isStem !== false) return { key: of, title, members, doubt: null };
  return { key: keyOfPrimary(named.item), title: named.version?.base ?? named.name, members, doubt: null };
}

/** From the primary file's name alone: neither a track number nor what came to lie beside it changes it. */
function keyOfPrimary({ folder, name, version }: FamilyItem): string {
  const parsed = version === undefined ? parseVersion(name) : version;
  return keyOf(folder, parsed?.base ?? name);
}
