import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type AudioItem, audioPaths, pairFiles, sourceOf } from "../audio/pair-files.ts";
import { endingOf, isLossless, withoutEnding } from "../tags/audio-kinds.ts";
import { fileNameOf, withSlashes } from "./file-name.ts";
import { toNormalForm } from "../../../lib/to-normal-form.ts";

/** Files that are indexed for one sheet. The report says if there are more. */
const FILES_MAX = 200_000;

/** The result of looking up a file name of a sheet. */
export type FileFinding =
  | { readonly kind: "found"; readonly item: AudioItem }
  | { readonly kind: "several"; readonly paths: readonly string[] }
  | { readonly kind: "none" };

/** The audio files below a sheet's folder at any depth, looked up by name without case and audio ending. */
export class FolderIndex {
  readonly items: readonly AudioItem[];
  /** False if the folder has more than FILES_MAX audio files. */
  readonly isComplete: boolean;
  /** Folders that could not be read. */
  readonly unreadable: readonly string[];
  readonly #byName: ReadonlyMap<string, readonly AudioItem[]>;

  private constructor({ paths, unreadable }: Collected, isComplete: boolean) {
    this.isComplete = isComplete;
    this.unreadable = unreadable;
    this.items = pairFiles(paths);
    this.#byName = Map.groupBy(this.items, ({ name }) => nameKey(name));
  }

  static async of(folder: string): Promise<FolderIndex> {
    const found: Collected = { paths: [], unreadable: [] };
    const isComplete = await collect(folder, "", found);
    return new FolderIndex(found, isComplete);
  }

  /** Finds a file by a sheet's name for it, which can have folders and an ending. */
  find(given: string): FileFinding {
    const plain = withSlashes(given).replace(/^\.?\//, "");
    const name = fileNameOf(plain);
    // Removes audio endings only: a name can end in "No. 5".
    const candidates = this.#byName.get(nameKey(withoutEnding(name))) ?? this.#byName.get(nameKey(name)) ?? [];
    const exact = candidates.filter((item) => audioPaths(item).some((path) => endsWithPath(path, plain)));
    const ending = endingOf(name);
    const sameKind = candidates.filter(
      (item) => ending === null || (isLossless(ending) ? item.lossless : item.lossy) !== null,
    );
    const found = exact.length > 0 ? exact : sameKind.length > 0 ? sameKind : candidates;
    const [only] = found;
    if (only === undefined) return { kind: "none" };
    if (found.length === 1) return { kind: "found", item: only };
    return { kind: "several", paths: found.map(sourceOf) };
  }
}

function endsWithPath(path: string, given: string): boolean {
  const [full, end] = [toNormalForm(path, "NFC").toLowerCase(), toNormalForm(given, "NFC").toLowerCase()];
  return given.includes("/") && (full === end || full.endsWith(`/${end}`));
}

function nameKey(name: string): string {
  return toNormalForm(name, "NFC").toLowerCase().trim();
}

interface Collected {
  readonly paths: string[];
  readonly unreadable: string[];
}

/** Returns false if it stopped at FILES_MAX. */
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
