import type { FamilyItem } from "./family-item.ts";
import type { Named } from "./order-members.ts";
import { baseKey } from "./parse-version.ts";
import { toNormalForm } from "../../../lib/to-normal-form.ts";

const KEY_MARK = "\0";

/** The files of one song while families are planned. */
export interface SongGroup<Item> {
  readonly folder: string;
  readonly title: string;
  /** The key of a song whose title another song of the folder has too; otherwise null. */
  readonly ownKey: string | null;
  readonly versions: Named<Item>[];
  /** Labels of the versions, as `baseKey`. */
  readonly labels: Set<string>;
  readonly stems: Named<Item>[];
}

/** Returns the key of a song: its folder and title, or the whole name of a file that shares its title with another song. */
export function keyOf(folder: string, title: string, part: "title" | "whole name" = "title"): string {
  if (part === "title") return `${folder}${KEY_MARK}${baseKey(title)}`;
  return `${folder}${KEY_MARK}${toNormalForm(title, "NFC")}${KEY_MARK}`;
}

/** Adds a version to a group. Returns false if the group has one with the same label: the two are separate songs. */
export function joinGroup<Item>(group: SongGroup<Item>, named: Named<Item>): boolean {
  const label = baseKey(named.version?.label ?? "");
  if (group.labels.has(label)) return false;
  group.labels.add(label);
  group.versions.push(named);
  return true;
}

/** The songs of a folder tree while families are planned. */
export class SongGroups<Item extends FamilyItem> {
  readonly #titled = new Map<string, SongGroup<Item>>();
  readonly #alone: SongGroup<Item>[] = [];

  /** Returns the group with this title in the folder, and adds it if there is none. */
  titled(folder: string, title: string): SongGroup<Item> {
    const group = this.find(folder, title) ?? emptyGroup(folder, title, null);
    this.#titled.set(keyOf(folder, title), group);
    return group;
  }

  find(folder: string, title: string): SongGroup<Item> | undefined {
    return this.#titled.get(keyOf(folder, title));
  }

  /** Adds a song of one file, which can still get stems. */
  addAlone(named: Named<Item>): void {
    const { folder, name } = named.item;
    const group = emptyGroup<Item>(folder, named.name, keyOf(folder, name, "whole name"));
    joinGroup(group, named);
    this.#alone.push(group);
  }

  all(): SongGroup<Item>[] {
    return [...this.#titled.values(), ...this.#alone];
  }
}

function emptyGroup<Item>(folder: string, title: string, ownKey: string | null): SongGroup<Item> {
  return { folder, title, ownKey, versions: [], labels: new Set(), stems: [] };
}
