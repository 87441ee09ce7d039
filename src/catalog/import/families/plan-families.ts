import { type FamilyMember, memberOf, type Named, orderMembers } from "./order-members.ts";
import { baseKey, parseVersion, type VersionName, wordsAfterTitle } from "./parse-version.ts";
import { readStemFolder, type StemFolder } from "./stem-folder.ts";
import { numberedFolders, withoutNumber } from "./track-number.ts";

/** A file, or a row of a sheet, that can be a version of a song. */
export interface FamilyItem {
  /** Items of different folders never share a song, stems excepted. "" is the root. For a row, its album. */
  readonly folder: string;
  /** A file's name without its ending, or a title. */
  readonly name: string;
  /** The version that a sheet gives, null for none. If undefined, the version is parsed from the name. */
  readonly version?: VersionName | null;
}

export interface Family<Item> {
  /** Stable: the same names give the same key in every import. */
  readonly key: string;
  /** The title without version words. Null for a single file, whose own name or tag is the title. */
  readonly title: string | null;
  /** The primary file first, then versions, then stems. */
  readonly members: readonly FamilyMember<Item>[];
  /** Why a stem was not assigned to a song; otherwise null. */
  readonly doubt: string | null;
}

const KEY_MARK = "\0";

interface Group<Item> {
  readonly folder: string;
  readonly title: string;
  readonly versions: Named<Item>[];
  /** Labels of the versions, as `baseKey`. */
  readonly labels: Set<string>;
  readonly stems: Named<Item>[];
}

/** Groups files that are versions or stems of one song, by their names and folders. Pure. */
export function planFamilies<Item extends FamilyItem>(items: readonly Item[]): Family<Item>[] {
  const groups = new Map<string, Group<Item>>();
  const stemFolders = new Map<Item, StemFolder>();
  const alone: Family<Item>[] = [];
  const unmarked: Named<Item>[] = [];
  const numbered = numberedFolders(items);
  for (const item of items) {
    const stemFolder = item.version === undefined ? readStemFolder(item.folder, item.name) : null;
    if (stemFolder !== null) {
      stemFolders.set(item, stemFolder);
      continue;
    }
    const name = numbered.has(item.folder) ? withoutNumber(item.name) : item.name;
    const named = { item, name, version: item.version === undefined ? parseVersion(name) : item.version };
    if (named.version?.isMarked === false) unmarked.push(named);
    else if (!join(groupOf(groups, item.folder, named.version?.base ?? name), named)) alone.push(single(named));
  }
  for (const named of unmarked) {
    const group = groups.get(keyOf(named.item.folder, named.version?.base ?? ""));
    if (group === undefined || !join(group, named)) alone.push(single(named));
  }
  const songs = [...groups.values()];
  const byFolder = Map.groupBy(songs, ({ folder }) => folder);
  const byTitle = Map.groupBy(songs, ({ title }) => baseKey(title));
  for (const [item, stemFolder] of stemFolders) {
    const near = byFolder.get(stemFolder.parent) ?? [];
    const titled = groupsWithTitle(byTitle, stemFolder);
    const group = groupOfStem(groups, titled, near, stemFolder);
    const titles = [group?.title ?? "", ...stemFolder.titles];
    const title = titles.find((one) => wordsAfterTitle(item.name, one) !== null) ?? "";
    const name = wordsAfterTitle(item.name, title) ?? item.name;
    const named = { item, name, version: parseVersion(item.name) };
    if (group !== null) group.stems.push(named);
    else alone.push({ ...single(named), doubt: doubtOf(titled.length > 0 ? titled.length : near.length) });
  }
  return [...Array.from(groups, ([key, group]) => familyOf(key, group)), ...alone];
}

/** Adds a version to a group. Returns false if the group has one with the same label: the two are separate songs. */
function join<Item>(group: Group<Item>, named: Named<Item>): boolean {
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

/** Returns the songs with the stem's title: those next to the stem folder, otherwise those in folders below. */
function groupsWithTitle<Item>(
  byTitle: ReadonlyMap<string, readonly Group<Item>[]>,
  { parent, titles }: StemFolder,
): readonly Group<Item>[] {
  for (const title of titles) {
    const all = byTitle.get(baseKey(title)) ?? [];
    const near = all.filter(({ folder }) => folder === parent);
    if (near.length > 0) return near;
    const below = all.filter(({ folder }) => parent === "" || folder.startsWith(`${parent}/`));
    if (below.length > 0) return below;
  }
  return [];
}

/**
 * Returns the only song with the stem's title, otherwise the only song next to the folder, otherwise a new song that
 * consists of stems. Null if several songs have the title, or if no title is known.
 */
function groupOfStem<Item>(
  groups: Map<string, Group<Item>>,
  titled: readonly Group<Item>[],
  near: readonly Group<Item>[],
  { parent, titles }: StemFolder,
): Group<Item> | null {
  const candidates = titled.length > 0 ? titled : near;
  const [only] = candidates;
  if (only !== undefined && candidates.length === 1) return only;
  const [title] = titles;
  return title === undefined || titled.length > 1 ? null : groupOf(groups, parent, title);
}

function doubtOf(songs: number): string {
  const which = songs === 0 ? "there is no song" : `there are ${songs} songs`;
  return `it is in a folder of stems, and ${which} that it can belong to; it became a separate song`;
}

function single<Item extends FamilyItem>(named: Named<Item>): Family<Item> {
  const key = `${named.item.folder}${KEY_MARK}${named.item.name.normalize("NFC")}${KEY_MARK}`;
  return { key, title: null, members: [memberOf(named, false)], doubt: null };
}

function familyOf<Item extends FamilyItem>(key: string, { title, versions, stems }: Group<Item>): Family<Item> {
  const [first] = versions;
  if (first !== undefined && versions.length + stems.length === 1) {
    return { key: keyOfPrimary(first.item), title: null, members: [memberOf(first, false)], doubt: null };
  }
  const members = orderMembers(versions, stems);
  const [primary] = members;
  const named = versions.find(({ item }) => item === primary?.item);
  if (named === undefined || primary?.isStem !== false) return { key, title, members, doubt: null };
  return { key: keyOfPrimary(named.item), title: named.version?.base ?? named.name, members, doubt: null };
}

/** Depends on the primary file's name only: a changed track number or further versions do not change the key. */
function keyOfPrimary({ folder, name, version }: FamilyItem): string {
  const parsed = version === undefined ? parseVersion(name) : version;
  return keyOf(folder, parsed?.base ?? name);
}
