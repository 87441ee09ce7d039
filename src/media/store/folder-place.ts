import { mkdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseStoreFile, type StoredRef, storeFileName } from "../../../schema/media-ref.ts";
import { namesIn } from "../../lib/names-in.ts";
import { syncPath } from "../../lib/sync-path.ts";
import { unwritable } from "./copy-digesting.ts";
import type { FoundMedium, MediaPlace } from "./media-place.ts";

/** Media as files of a folder: `<2 digits>/<sha256>.<extension>`. */
export class FolderPlace implements MediaPlace {
  readonly takesLinks = true;
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Throws StoreUnwritable. */
  async publish(ref: StoredRef, temporary: string): Promise<number> {
    const path = this.pathOf(ref);
    try {
      const created = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await rename(temporary, path);
      await syncPath(dirname(path));
      if (created !== undefined) await syncPath(this.#folder);
      return Math.trunc((await stat(path)).mtimeMs);
    } catch (error) {
      throw unwritable(error);
    }
  }

  async find(ref: StoredRef): Promise<FoundMedium | null> {
    const found = await stat(this.pathOf(ref)).catch(() => null);
    if (found === null) return null;
    const { size: byteSize, mtimeMs, ctimeMs, ino: inode, dev: device, nlink: links } = found;
    // Renaming and linking change the ctime, but not the modification time, which can be old.
    return { byteSize, modifiedAt: Math.trunc(mtimeMs), storedAt: ctimeMs, file: { inode, device, links } };
  }

  async remove(ref: StoredRef): Promise<void> {
    await rm(this.pathOf(ref), { force: true });
  }

  async *list(): AsyncGenerator<readonly StoredRef[]> {
    for (const folder of await namesIn(this.#folder)) {
      if (!/^[0-9a-f]{2}$/.test(folder)) continue;
      const files = (await namesIn(join(this.#folder, folder))).map(parseStoreFile);
      yield files.flatMap((file) => (file?.digest.startsWith(folder) === true ? [file] : []));
    }
  }

  pathOf(ref: StoredRef): string {
    return join(this.#folder, ref.digest.slice(0, 2), storeFileName(ref));
  }

  async fetch(ref: StoredRef): Promise<string> {
    return this.pathOf(ref);
  }

  async open(): Promise<null> {
    return null;
  }
}
