import { baseKey, type VersionName } from "./parse-version.ts";
import { namesVoices, type Role } from "./version-words.ts";

/** A file with its name (without a track number), and what that says of the version. */
export interface Named<Item> {
  readonly item: Item;
  readonly name: string;
  readonly version: VersionName | null;
}

export interface FamilyMember<Item> {
  readonly item: Item;
  /** "Main Inst"; "" for a file that has the title alone. */
  readonly label: string;
  readonly isStem: boolean;
  /** True where the name says that nobody sings. */
  readonly isInstrumental: boolean;
}

/** From the mix that stands for the song to what is cut out of it. */
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

/** The primary file first, then versions, then stems. A first file that is `given` stays the first. */
export function orderMembers<Item>(
  versions: readonly Named<Item>[],
  stems: readonly Named<Item>[],
  given: Named<Item> | null = null,
): FamilyMember<Item>[] {
  const named = new Set(versions.filter((one) => one !== given && one.version?.roles[0] === "stem"));
  // One file called "Title (Piano)" beside the song is rather a version; several parts are stems.
  const areStems = named.size + stems.length > 1;
  const isStem = (one: Named<Item>): boolean => named.has(one) && (areStems || saysStem(one));
  const full = versions.filter((one) => one !== given && !isStem(one)).toSorted(byRank);
  const first = given === null ? full : [given, ...full];
  const parts = [...versions.filter(isStem), ...stems].toSorted(byName);
  return [...first.map((one) => memberOf(one, false)), ...parts.map((one) => memberOf(one, true))];
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

/** Not the locale's order, which differs between machines. */
function byName(a: Named<unknown>, b: Named<unknown>): number {
  const [first, second] = [a.version?.label ?? a.name, b.version?.label ?? b.name];
  return first < second ? -1 : first > second ? 1 : 0;
}
