import type { FamilyItem } from "./family-item.ts";
import { baseKey, parseVersion } from "./parse-version.ts";
import type { SongGroup } from "./song-groups.ts";
import type { StemFolder } from "./stem-folder.ts";
import { bareName, numberOf, withoutCode } from "./track-number.ts";

/** Words of a stem's name that are compared with titles. */
const WORDS_MAX = 30;

type Groups<Item> = readonly SongGroup<Item>[];

/** Finds the songs that a stem can belong to. */
export class StemOwners<Item extends FamilyItem> {
  readonly #byFolder: ReadonlyMap<string, Groups<Item>>;
  readonly #byTitle: ReadonlyMap<string, Groups<Item>>;
  /** By the title with the track number and album code of its files. */
  readonly #byName: ReadonlyMap<string, Groups<Item>>;

  constructor(groups: Groups<Item>) {
    this.#byFolder = Map.groupBy(groups, ({ folder }) => folder);
    this.#byTitle = Map.groupBy(groups, ({ title }) => baseKey(title));
    this.#byName = byNames(groups);
  }

  /**
   * Returns the songs with the title of the stem's folder or file, with its number or without: those next to the stem
   * folder, otherwise those in folders below. Without such a song it returns all songs next to the folder.
   */
  find(stemFolder: StemFolder, names: readonly string[]): Groups<Item> {
    for (const title of stemFolder.titles) {
      const titled = this.#titled(title, stemFolder.parent);
      if (titled.length > 0) return titled;
    }
    for (const title of names.flatMap(beginnings)) {
      const titled = this.#withTitle(title).filter(({ folder }) => folder === stemFolder.parent);
      if (titled.length > 0) return titled;
    }
    return this.#byFolder.get(stemFolder.parent) ?? [];
  }

  #titled(title: string, parent: string): Groups<Item> {
    const all = this.#withTitle(title);
    const near = all.filter(({ folder }) => folder === parent);
    if (near.length > 0) return near;
    return all.filter(({ folder }) => parent === "" || folder.startsWith(`${parent}/`));
  }

  /** An equal name decides, so that "99 Problems" never gets the stems of "Problems". */
  #withTitle(title: string): Groups<Item> {
    const named = this.#byName.get(baseKey(title)) ?? [];
    if (named.length > 0) return named;
    const number = numberOf(withoutCode(title));
    const alike = this.#byTitle.get(baseKey(title)) ?? this.#byTitle.get(baseKey(bareName(title))) ?? [];
    return alike.filter((group) => number === null || hasNumber(group, number));
  }
}

function byNames<Item extends FamilyItem>(groups: Groups<Item>): Map<string, SongGroup<Item>[]> {
  const byName = new Map<string, SongGroup<Item>[]>();
  for (const group of groups) {
    const names = group.versions.map(({ item }) => baseKey(parseVersion(item.name)?.base ?? item.name));
    for (const name of new Set(names)) {
      const known = byName.get(name);
      if (known === undefined) byName.set(name, [group]);
      else known.push(group);
    }
  }
  return byName;
}

/** Whether a song can have the track number: also true if none of its files has one. */
function hasNumber({ versions }: SongGroup<FamilyItem>, number: number): boolean {
  const numbers = versions.map(({ item }) => numberOf(withoutCode(item.name))).filter((one) => one !== null);
  return numbers.length === 0 || numbers.includes(number);
}

/** Returns the beginnings of a name at its words, the longest first: "03 Chase", "03" for "03 Chase_Drums". */
function beginnings(name: string): string[] {
  const words = baseKey(name).split(" ").slice(0, WORDS_MAX);
  return words.slice(1).map((_, at) => words.slice(0, words.length - 1 - at).join(" "));
}
