import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type AudioItem, pairFiles } from "../audio/pair-files.ts";
import { endingOf, isLossless, withoutEnding } from "../tags/audio-kinds.ts";

/** Files whose names are held for one sheet; beyond it the rest is not looked at, and that is said. */
const FILES_MAX = 200_000;

/** What a name in a sheet led to. */
export type FileFinding =
  | { readonly kind: "found"; readonly item: AudioItem }
  | { readonly kind: "several"; readonly paths: readonly string[] }
  | { readonly kind: "none" };

/** The audio files below a sheet's folder, found by their names at any depth, without case and audio endings. */
export class FolderIndex {
  readonly items: readonly AudioItem[];
  readonly isWhole: boolean;
  /** Folders below that could not be read. */
  readonly unreadable: readonly string[];
  readonly #byName: ReadonlyMap<string, readonly AudioItem[]>;

  private constructor({ paths, unreadable }: Collected, isWhole: boolean) {
    this.isWhole = isWhole;
    this.unreadable = unreadable;
    this.items = pairFiles(paths).items;
    this.#byName = Map.groupBy(this.items, ({ name }) => nameKey(name));
  }

  static async of(folder: string): Promise<FolderIndex> {
    const found: Collected = { paths: [], unreadable: [] };
    const isWhole = await collect(folder, "", found);
    return new FolderIndex(found, isWhole);
  }

  /** Looks for a file as a sheet names it: with folders or without, with an ending or without. */
  find(given: string): FileFinding {
    const plain = given.replaceAll("\\", "/").replace(/^\.?\//, "");
    const name = plain.slice(plain.lastIndexOf("/") + 1);
    // A name may end like "No. 5": only what is an audio ending is taken off.
    const candidates = this.#byName.get(nameKey(withoutEnding(name))) ?? this.#byName.get(nameKey(name)) ?? [];
    const exact = candidates.filter((item) =>
      [item.lossless, item.lossy].some((path) => path !== null && sameEnd(path, plain)),
    );
    const ending = endingOf(name);
    const fitting = candidates.filter(
      (item) => ending === null || (isLossless(ending) ? item.lossless : item.lossy) !== null,
    );
    const found = exact.length > 0 ? exact : fitting.length > 0 ? fitting : candidates;
    const [only] = found;
    if (only === undefined) return { kind: "none" };
    if (found.length === 1) return { kind: "found", item: only };
    return { kind: "several", paths: found.flatMap(({ lossless, lossy }) => lossless ?? lossy ?? []) };
  }
}

function sameEnd(path: string, given: string): boolean {
  const [full, end] = [path.normalize("NFC").toLowerCase(), given.normalize("NFC").toLowerCase()];
  return given.includes("/") && (full === end || full.endsWith(`/${end}`));
}

function nameKey(name: string): string {
  return name.normalize("NFC").toLowerCase().trim();
}

interface Collected {
  readonly paths: string[];
  readonly unreadable: string[];
}

async function collect(folder: string, below: string, found: Collected): Promise<boolean> {
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch((error: unknown) => {
    if (below === "") throw error;
    return null;
  });
  if (entries === null) found.unreadable.push(below);
  for (const entry of entries ?? []) {
    if (entry.name.startsWith(".")) continue;
    const path = join(below, entry.name);
    if (entry.isDirectory()) {
      if (!(await collect(folder, path, found))) return false;
    } else if ((entry.isFile() || entry.isSymbolicLink()) && endingOf(entry.name) !== null) {
      if (found.paths.length >= FILES_MAX) return false;
      found.paths.push(path);
    }
  }
  return true;
}
