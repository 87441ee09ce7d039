import { existsSync } from "node:fs";
import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { hasErrorCode } from "../lib/error-code.ts";
import { namesIn } from "../lib/names-in.ts";
import { syncPath } from "../lib/sync-path.ts";

/** Folder of the uploads, in the data folder. */
export const UPLOAD_FOLDER = "uploads";
/** Above this number of files, their sizes are not added up. */
const MEASURED_MAX = 10_000;

/** Whether an original is still needed; `unknown` if it belongs to no asset in the database. */
export type OriginalStatus = "needed" | "unneeded" | "unknown";

/** Numbers of files. */
export interface UploadSweepResult {
  readonly removed: number;
  /** Moved away, because the restored database has no asset for them. */
  readonly setAside: number;
  /** Moved back, because the database has their assets again. */
  readonly returned: number;
}

/**
 * Uploaded files in the data folder. `incoming` has uploads that are still arriving; `originals` has complete files, named by the
 * asset's id, until they are no longer needed; `set-aside` has originals that are newer than a restored backup. Clients choose no
 * file names.
 */
export class UploadFolder {
  readonly #incoming: string;
  readonly #originals: string;
  readonly #setAside: string;
  /** Exists from a restore until the next sweep. */
  readonly #restoreMark: string;

  constructor(dataDir: string) {
    const folder = join(dataDir, UPLOAD_FOLDER);
    this.#incoming = join(folder, "incoming");
    this.#originals = join(folder, "originals");
    this.#setAside = join(folder, "set-aside");
    this.#restoreMark = join(folder, ".restored");
  }

  /** Creates the folders and returns the path to write the upload `id` to. */
  async begin(id: string): Promise<string> {
    await mkdir(this.#incoming, { recursive: true, mode: 0o700 });
    await mkdir(this.#originals, { recursive: true, mode: 0o700 });
    return this.incomingPath(id);
  }

  originalPath(id: string): string {
    return join(this.#originals, id);
  }

  /** Moves a complete upload to the originals. */
  async publish(id: string): Promise<void> {
    await rename(this.incomingPath(id), this.originalPath(id));
  }

  /** Names of all files among the originals: ids of assets, unless somebody else has written there. */
  async originalNames(): Promise<readonly string[]> {
    return await namesIn(this.#originals);
  }

  async removeOriginal(id: string): Promise<void> {
    await rm(this.originalPath(id), { force: true });
  }

  async removeIncoming(id: string): Promise<void> {
    await rm(this.incomingPath(id), { force: true });
  }

  /**
   * Makes the next sweep set aside originals without an asset instead of removing them: the backup can be older than some uploads.
   * Call it before the database is replaced.
   */
  async noteRestore(): Promise<void> {
    if ((await namesIn(this.#originals)).length === 0) return;
    await writeFile(this.#restoreMark, "", { mode: 0o600 });
    await syncPath(dirname(this.#restoreMark));
  }

  /**
   * Removes leftovers of a killed process: incomplete uploads, and originals that are not needed. After a restore, it sets aside
   * originals without an asset instead. Call it before the process accepts uploads.
   */
  async sweep(statusOf: (id: string) => Promise<OriginalStatus>): Promise<UploadSweepResult> {
    const incomplete = (await namesIn(this.#incoming)).map((name) => join(this.#incoming, name));
    for (const path of incomplete) await rm(path, { force: true, recursive: true });
    const returned = await this.#returnKnown(statusOf);
    const isRestored = existsSync(this.#restoreMark);
    let removed = incomplete.length;
    let setAside = 0;
    for (const name of await namesIn(this.#originals)) {
      const status = await statusOf(name);
      if (status === "needed") continue;
      if (status === "unknown" && isRestored) {
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

  /** Counts and measures the originals that were set aside; null if there are none. `bytes` is null if there are too many to measure. */
  async measureSetAside(): Promise<{ folder: string; files: number; bytes: number | null } | null> {
    const names = await namesIn(this.#setAside);
    if (names.length > MEASURED_MAX) return { folder: this.#setAside, files: names.length, bytes: null };
    let files = 0;
    let bytes = 0;
    for (const name of names) {
      const size = await sizeOf(join(this.#setAside, name));
      // A starting server can have moved it back since the folder was read.
      if (size === null) continue;
      files += 1;
      bytes += size;
    }
    return files === 0 ? null : { folder: this.#setAside, files, bytes };
  }

  /** Moves back the originals whose assets exist again, after a restore of a newer backup. */
  async #returnKnown(statusOf: (id: string) => Promise<OriginalStatus>): Promise<number> {
    let returned = 0;
    for (const name of await namesIn(this.#setAside)) {
      if ((await statusOf(name)) === "unknown") continue;
      await rename(join(this.#setAside, name), this.originalPath(name));
      returned += 1;
    }
    return returned;
  }

  /** Where the upload `id` arrives. */
  incomingPath(id: string): string {
    return join(this.#incoming, `${id}.part`);
  }
}

/** Returns null for a missing file. */
async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (hasErrorCode(error, "ENOENT")) return null;
    throw error;
  }
}
