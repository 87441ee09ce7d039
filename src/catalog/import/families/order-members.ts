import { byCodeUnits } from "../../../lib/by-code-units.ts";
import { baseKey, type VersionName } from "./parse-version.ts";
import { namesVoices, type Role } from "./version-words.ts";

/** A file with its name (without a track number) and the version in that name. */
export interface Named<Item> {
  readonly item: Item;
  readonly name: string;
  readonly version: VersionName | null;
}

export interface FamilyMember<Item> {
  readonly item: Item;
  /** The version words, such as "Main Inst". "" if the name is only the title. */
  readonly label: string;
  readonly isStem: boolean;
  /** Whether the name says that the file has no vocals. */
  readonly isInstrumental: boolean;
}

/** Order of the files of a song: the lowest rank is the primary file. */
const RANKS: Readonly<Record<Role, number>> = {
  vocal: 0,
  main: 1,
  alternate: 3,
  instrumental: 4,
  minus: 5,
  voices: 6,
  underscore: 7,
  bed: 8,
  cut: 9,
  sting: 10,
  stem: 11,
};
const PLAIN_RANK = 1;

/** Orders the primary file first, then versions, then stems. A given `first` stays first. */
export function orderMembers<Item>(
  versions: readonly Named<Item>[],
  stems: readonly Named<Item>[],
  first: Named<Item> | null = null,
): FamilyMember<Item>[] {
  const named = new Set(versions.filter((one) => one !== first && one.version?.roles[0] === "stem"));
  // A single "Title (Piano)" next to the song is probably a version. Several such files are stems.
  const areStems = named.size + stems.length > 1;
  const isStem = (one: Named<Item>): boolean => named.has(one) && (areStems || saysStem(one));
  const others = versions.filter((one) => one !== first && !isStem(one)).toSorted(byRank);
  const full = first === null ? others : [first, ...others];
  const parts = [...versions.filter(isStem), ...stems].toSorted(byName);
  return [...full.map((one) => memberOf(one, false)), ...parts.map((one) => memberOf(one, true))];
}

export function memberOf<Item>({ item, name, version }: Named<Item>, isStem: boolean): FamilyMember<Item> {
  const label = version?.label ?? (isStem ? name : "");
  const saysInstrumental = version?.roles.includes("instrumental") === true;
  const isInstrumental = saysInstrumental || (isStem && !namesVoices(baseKey(label)));
  return { item, label, isStem, isInstrumental };
}

function saysStem({ version }: Named<unknown>): boolean {
  return /\bstems?\b/i.test(version?.label ?? "");
}

function rankOf({ version }: Named<unknown>): number {
  const [role] = version?.roles ?? [];
  if (version === null) return PLAIN_RANK;
  return role === undefined || role === "stem" ? RANKS.alternate : RANKS[role];
}

function byRank(a: Named<unknown>, b: Named<unknown>): number {
  return rankOf(a) - rankOf(b) || byName(a, b);
}

function byName(a: Named<unknown>, b: Named<unknown>): number {
  return byCodeUnits(a.version?.label ?? a.name, b.version?.label ?? b.name);
}
