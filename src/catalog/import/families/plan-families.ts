import type { FamilyItem } from "./family-item.ts";
import { type FamilyMember, memberOf, type Named, orderMembers } from "./order-members.ts";
import { parseVersion, wordsAfterTitle } from "./parse-version.ts";
import { joinGroup, keyOf, type SongGroup, SongGroups } from "./song-groups.ts";
import { readStemFolder, type StemFolder } from "./stem-folder.ts";
import { StemOwners } from "./stem-owners.ts";
import { bareName, nameStarts, type NameStart, withoutStart } from "./track-number.ts";

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

/** Groups files that are versions or stems of one song, by their names and folders. Pure. */
export function planFamilies<Item extends FamilyItem>(items: readonly Item[]): Family<Item>[] {
  const groups = new SongGroups<Item>();
  const stems = new Map<Item, StemFolder>();
  const unmarked: Named<Item>[] = [];
  const starts = nameStarts(items);
  for (const item of items) {
    const stemFolder = item.version === undefined ? readStemFolder(item.folder, item.name) : null;
    if (stemFolder !== null) {
      stems.set(item, stemFolder);
      continue;
    }
    const name = withoutStart(item.name, starts.get(item.folder));
    const named = { item, name, version: item.version === undefined ? parseVersion(name) : item.version };
    if (named.version?.isMarked === false) unmarked.push(named);
    else if (!joinGroup(groups.titled(item.folder, named.version?.base ?? name), named)) groups.addAlone(named);
  }
  for (const named of unmarked) {
    const group = groups.find(named.item.folder, named.version?.base ?? "");
    if (group === undefined || !joinGroup(group, named)) groups.addAlone(named);
  }
  const doubtful = assignStems(groups, stems, starts);
  return [...groups.all().map(familyOf), ...doubtful];
}

/** Adds the stems to their songs. Returns those without exactly one possible song, each as a family with a doubt. */
function assignStems<Item extends FamilyItem>(
  groups: SongGroups<Item>,
  stems: ReadonlyMap<Item, StemFolder>,
  starts: ReadonlyMap<string, NameStart>,
): Family<Item>[] {
  const owners = new StemOwners(groups.all());
  const doubtful: Family<Item>[] = [];
  for (const [item, stemFolder] of stems) {
    const bare = withoutStart(item.name, starts.get(item.folder));
    const candidates = owners.find(stemFolder, [item.name, bare]);
    const group = groupOfStem(groups, candidates, stemFolder);
    const named = { item, name: labelOf(item, bare, group, stemFolder), version: parseVersion(bare) };
    if (group === null) doubtful.push({ ...single(named), doubt: doubtOf(candidates.length) });
    else group.stems.push(named);
  }
  return doubtful;
}

/** Returns the only candidate, otherwise a new song that consists of stems. Null for several candidates, and without a title. */
function groupOfStem<Item extends FamilyItem>(
  groups: SongGroups<Item>,
  candidates: readonly SongGroup<Item>[],
  { parent, titles }: StemFolder,
): SongGroup<Item> | null {
  const [only] = candidates;
  if (only !== undefined) return candidates.length === 1 ? only : null;
  const [title] = titles;
  return title === undefined ? null : groups.titled(parent, title);
}

/** Returns what a stem's name says besides the title: "Drums" for "03 Chase_Drums". */
function labelOf<Item extends FamilyItem>(
  { name }: Item,
  bare: string,
  group: SongGroup<Item> | null,
  { titles }: StemFolder,
): string {
  const known = [group?.title ?? "", ...(group?.versions.map(({ item }) => item.name) ?? []), ...titles];
  for (const title of known.flatMap((one) => [one, bareName(one)])) {
    const words = wordsAfterTitle(name, title) ?? wordsAfterTitle(bare, title);
    if (words !== null) return words;
  }
  return bare;
}

function doubtOf(songs: number): string {
  const which = songs === 0 ? "there is no song" : `there are ${songs} songs`;
  return `it is in a folder of stems, and ${which} that it can belong to; it became a separate song`;
}

function single<Item extends FamilyItem>(named: Named<Item>): Family<Item> {
  const { folder, name } = named.item;
  return { key: keyOf(folder, name, "whole name"), title: null, members: [memberOf(named, false)], doubt: null };
}

function familyOf<Item extends FamilyItem>(group: SongGroup<Item>): Family<Item> {
  const { title, versions, stems } = group;
  const [first] = versions;
  if (first !== undefined && versions.length + stems.length === 1) {
    return {
      key: group.ownKey ?? keyOfPrimary(first.item),
      title: null,
      members: [memberOf(first, false)],
      doubt: null,
    };
  }
  const members = orderMembers(versions, stems);
  const [primary] = members;
  const named = versions.find(({ item }) => item === primary?.item);
  if (named === undefined || primary?.isStem !== false) {
    return { key: group.ownKey ?? keyOf(group.folder, title), title, members, doubt: null };
  }
  if (group.ownKey !== null) return { key: group.ownKey, title, members, doubt: null };
  return { key: keyOfPrimary(named.item), title: named.version?.base ?? named.name, members, doubt: null };
}

/** Depends on the primary file's name only: a changed track number or further versions do not change the key. */
function keyOfPrimary({ folder, name, version }: FamilyItem): string {
  const parsed = version === undefined ? parseVersion(name) : version;
  return keyOf(folder, parsed?.base ?? name);
}
