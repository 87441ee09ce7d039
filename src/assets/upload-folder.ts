import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { hasErrorCode } from "../lib/error-code.ts";
import { syncPath } from "../lib/sync-path.ts";

/** More files than this are counted, and their sizes are not added up. */
const MEASURED_MAX = 10_000;

/** What the database says of an original: `unknown` is one that no asset names. */
export type OriginalFate = "needed" | "unneeded" | "unknown";

export interface SweptUploads {
  readonly removed: number;
  /** Originals that the restored database does not know. */
  readonly setAside: number;
  /** Originals that were set aside and that the database knows again. */
  readonly returned: number;
}

/**
 * The uploads below the data folder: `incoming` while their bytes arrive, `originals` under the asset's id from just
 * before it is accepted until it is no longer needed, `set-aside` for originals that came after the backup which was
 * restored. No name in it comes from a client.
 */
export class UploadFolder {
  readonly #incoming: string;
  readonly #originals: string;
  readonly #setAside: string;
  /** There from a restore to the next sweep. */
  readonly #restoreMark: string;

  constructor(dataDir: string) {
    const folder = join(dataDir, "uploads");
    this.#incoming = join(folder, "incoming");
    this.#originals = join(folder, "originals");
    this.#setAside = join(folder, "set-aside");
    this.#restoreMark = join(folder, ".restored");
  }

  /** Makes the folders, and returns where the upload `id` is to be written. */
  async begin(id: string): Promise<string> {
    await mkdir(this.#incoming, { recursive: true, mode: 0o700 });
    await mkdir(this.#originals, { recursive: true, mode: 0o700 });
    return this.#incomingPath(id);
  }

  originalPath(id: string): string {
    return join(this.#originals, id);
  }

  async keep(id: string): Promise<void> {
    await rename(this.#incomingPath(id), this.originalPath(id));
  }

  async removeOriginal(id: string): Promise<void> {
    await rm(this.originalPath(id), { force: true });
  }

  async removeIncoming(id: string): Promise<void> {
    await rm(this.#incomingPath(id), { force: true });
  }

  /**
   * Makes the next sweep keep the originals that the database does not know: another database takes its place, and
   * uploads may have been accepted since it was backed up. Call it before the databases are switched.
   */
  async noteRestore(): Promise<void> {
    if ((await namesIn(this.#originals)).length === 0) return;
    await writeFile(this.#restoreMark, "", { mode: 0o600 });
    await syncPath(dirname(this.#restoreMark));
  }

  /**
   * Removes the leftovers of a killed process: every half upload, and every original that is not needed. After a restore
   * an original that is unknown is set aside instead. Only before the first upload of a process.
   */
  async sweep(fateOf: (id: string) => OriginalFate): Promise<SweptUploads> {
    const half = (await namesIn(this.#incoming)).map((name) => join(this.#incoming, name));
    for (const path of half) await rm(path, { force: true, recursive: true });
    const returned = await this.#returnKnown(fateOf);
    const isRestored = existsSync(this.#restoreMark);
    let removed = half.length;
    let setAside = 0;
    for (const name of await namesIn(this.#originals)) {
      const fate = fateOf(name);
      if (fate === "needed") continue;
      if (fate === "unknown" && isRestored) {
        await mkdir(this.#setAside, { recursive: true, mode: 0o700 });
        await rename(this.originalPath(name), join(this.#setAside, name));
        setAside += 1;
      } else {
        await rm(this.originalPath(name), { force: true, recursive: true });
        removed += 1;
      }
    }
    await rm(this.#restoreMark, { force: true });
    return { removed, setAside, returned };
  }

  /** The originals that were set aside; `bytes` is null where there are too many to measure. Null for none. */
  async measureSetAside(): Promise<{ folder: string; files: number; bytes: number | null } | null> {
    const names = await namesIn(this.#setAside);
    if (names.length > MEASURED_MAX) return { folder: this.#setAside, files: names.length, bytes: null };
    let files = 0;
    let bytes = 0;
    for (const name of names) {
      const size = await sizeOf(join(this.#setAside, name));
      // A server that starts may have moved it back since the folder was read.
      if (size === null) continue;
      files += 1;
      bytes += size;
    }
    return files === 0 ? null : { folder: this.#setAside, files, bytes };
  }

  /** After a restore of a newer backup the database may know what an older one did not. */
  async #returnKnown(fateOf: (id: string) => OriginalFate): Promise<number> {
    let returned = 0;
    for (const name of await namesIn(this.#setAside)) {
      if (fateOf(name) === "unknown") continue;
      await rename(join(this.#setAside, name), this.originalPath(name));
      returned += 1;
    }
    return returned;
  }

  #incomingPath(id: string): string {
    return join(this.#incoming, `${id}.part`);
  }
}

/** Null if there is no such file. */
async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (hasErrorCode(error, "ENOENT")) return null;
    throw error;
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return await readdir(folder).catch((error: unknown) => {
    if (hasErrorCode(error, "ENOENT")) return [];
    throw error;
  });
}
