import { type FileHandle, mkdir, open, rename, rm, stat, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type StoredRef, storeFileName } from "../../../schema/media-ref.ts";
import { messageOf } from "../../lib/assert.ts";
import { type Clock, DAY_MS, SECOND_MS } from "../../lib/clock.ts";
import { errorCode, hasErrorCode } from "../../lib/error-code.ts";
import { randomId } from "../../lib/ids.ts";
import { namesIn } from "../../lib/names-in.ts";
import { causesOf } from "../../lib/storage-failure.ts";
import { syncPath } from "../../lib/sync-path.ts";
import { copyDigesting } from "../../media/store/copy-digesting.ts";
import { SourceUnreadable } from "../../media/store/failures.ts";
import { sizeOfFile } from "./file-count.ts";

/** The folder next to backups. Its name is unlikely for an operator's own copy of `media/`, which is never touched. */
export const BACKUP_MEDIA_FOLDER = "needledrop-media";
const TEMPORARY_FOLDER = "tmp";
/** Files that were used or begun later are kept: a running backup can be about to name them. */
const UNUSED_FOR_MS = DAY_MS;

/** Receives the number of bytes of each piece that was read. */
type OnBytes = (count: number) => void;

/** The folder cannot be written. It is not the data folder, so the error names it. */
class BackupMediaUnwritable extends Error {
  readonly path: string;

  constructor(path: string, cause: unknown) {
    // The causes in between say what to do about a data folder.
    const root = causesOf(cause).at(-1);
    super(
      `Media cannot be copied to ${path} (${errorCode(root) ?? messageOf(root)}). Check its disk, its free space and its owner.`,
      { cause: root },
    );
    this.name = "BackupMediaUnwritable";
    this.path = path;
  }
}

/**
 * The media next to backups: `needledrop-media/<2 digits>/<sha256>.<extension>`, laid out like `media/` in a data folder. All
 * backups in a folder share it, and each medium is in it once. Files are copied, never linked: a link on the same disk would share
 * every damage of the original, and an import with `--media link` shares its files with other programs. A file is complete and was
 * read back before it gets its name.
 */
export class BackupMedia {
  readonly folder: string;
  readonly #clock: Clock;

  /** `folder` is that of the backups. */
  constructor(folder: string, clock: Clock) {
    this.folder = join(folder, BACKUP_MEDIA_FOLDER);
    this.#clock = clock;
  }

  pathOf(ref: StoredRef): string {
    return join(this.folder, ref.digest.slice(0, 2), storeFileName(ref));
  }

  /** Returns the size of a medium; null if it is not in the folder. */
  sizeOf(ref: StoredRef): number | null {
    return sizeOfFile(this.pathOf(ref));
  }

  /** Marks a medium as used now, so that a sweep at the same time keeps it. Returns false if it is not in the folder. */
  async touch(ref: StoredRef): Promise<boolean> {
    const seconds = this.#clock.now() / SECOND_MS;
    try {
      await utimes(this.pathOf(ref), seconds, seconds);
      return true;
    } catch (error) {
      if (hasErrorCode(error, "ENOENT")) return false;
      // The operator copied the file as another user: this user's sweep cannot remove it either.
      if (hasErrorCode(error, "EPERM", "EACCES", "EROFS")) return true;
      throw new BackupMediaUnwritable(this.folder, error);
    }
  }

  /** Copies the file at `path` into the folder. Throws SourceUnreadable, also for another digest; BackupMediaUnwritable. */
  async copyIn(ref: StoredRef, path: string, onBytes?: OnBytes): Promise<number> {
    const source = await open(path, "r").catch((error: unknown) => {
      const reason = hasErrorCode(error, "ENOENT") ? "missing" : `it cannot be read (${errorCode(error)})`;
      throw new SourceUnreadable(reason, { cause: error });
    });
    try {
      return await this.#copy(ref, source, onBytes);
    } catch (error) {
      throw error instanceof SourceUnreadable ? error : new BackupMediaUnwritable(this.folder, error);
    } finally {
      await source.close();
    }
  }

  /** Reads a medium in the folder to its end. Returns what is wrong with its content; null if nothing is. */
  async contentProblem(ref: StoredRef, onBytes?: OnBytes): Promise<string | null> {
    try {
      const file = await open(this.pathOf(ref), "r");
      try {
        const { digest } = await copyDigesting(file, null, null, onBytes);
        return digest === ref.digest ? null : "its content differs";
      } finally {
        await file.close();
      }
    } catch (error) {
      if (hasErrorCode(error, "ENOENT")) return "missing";
      if (error instanceof SourceUnreadable) return error.message;
      throw error;
    }
  }

  /** Removes what killed backups left. Throws BackupMediaUnwritable. */
  async sweepTemporary(): Promise<void> {
    const folder = join(this.folder, TEMPORARY_FOLDER);
    try {
      for (const name of await namesIn(folder)) {
        const path = join(folder, name);
        if (await this.isUnused(path)) await rm(path, { force: true });
      }
    } catch (error) {
      throw new BackupMediaUnwritable(this.folder, error);
    }
  }

  /** Whether no backup has used this file for a day. */
  async isUnused(path: string): Promise<boolean> {
    const found = await stat(path).catch(() => null);
    return found?.isFile() === true && found.mtimeMs < this.#clock.now() - UNUSED_FOR_MS;
  }

  async #copy(ref: StoredRef, source: FileHandle, onBytes: OnBytes | undefined): Promise<number> {
    const temporary = join(this.folder, TEMPORARY_FOLDER, `${randomId()}.partial`);
    await mkdir(dirname(temporary), { recursive: true, mode: 0o700 });
    const target = await open(temporary, "wx+", 0o600);
    try {
      const { digest, byteSize } = await copyDigesting(source, target, null, onBytes);
      if (digest !== ref.digest) throw new SourceUnreadable("its content has changed since the import");
      await target.sync();
      const written = await copyDigesting(target, null, null);
      if (written.digest !== digest) throw new Error("a copy differs from what was written");
      const seconds = this.#clock.now() / SECOND_MS;
      await target.utimes(seconds, seconds);
      await this.#publish(temporary, this.pathOf(ref));
      return byteSize;
    } finally {
      await target.close();
      await rm(temporary, { force: true });
    }
  }

  async #publish(temporary: string, path: string): Promise<void> {
    const folder = dirname(path);
    const created = await mkdir(folder, { recursive: true, mode: 0o700 });
    await rename(temporary, path);
    await syncPath(folder);
    if (created !== undefined) await syncPath(this.folder);
  }
}
