import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { hasErrorCode } from "../lib/error-code.ts";

/**
 * Where uploads lie below the data folder: `incoming` while their bytes arrive, `originals` under the asset's id from
 * just before it is accepted until it is no longer needed. No name in it comes from a client.
 */
export class UploadFolder {
  readonly #incoming: string;
  readonly #originals: string;

  constructor(dataDir: string) {
    this.#incoming = join(dataDir, "uploads", "incoming");
    this.#originals = join(dataDir, "uploads", "originals");
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
   * Removes what a process that was killed left: every half upload, and every original that `isNeeded` does not know.
   * Only before the first upload of a process. Returns how many files went.
   */
  async sweep(isNeeded: (id: string) => boolean): Promise<number> {
    const half = (await namesIn(this.#incoming)).map((name) => join(this.#incoming, name));
    const orphans = (await namesIn(this.#originals)).filter((name) => !isNeeded(name));
    const outdated = [...half, ...orphans.map((name) => join(this.#originals, name))];
    for (const path of outdated) await rm(path, { force: true, recursive: true });
    return outdated.length;
  }

  #incomingPath(id: string): string {
    return join(this.#incoming, `${id}.part`);
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return await readdir(folder).catch((error: unknown) => {
    if (hasErrorCode(error, "ENOENT")) return [];
    throw error;
  });
}
