import { mkdirSync } from "node:fs";
import { type FileHandle, link, lstat, mkdir, open, readdir, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { assert, messageOf } from "../../lib/assert.ts";
import { errorCode, hasErrorCode } from "../../lib/error-code.ts";
import { freeBytes } from "../../lib/free-bytes.ts";
import { Gate } from "../../lib/gate.ts";
import { syncPath } from "../../lib/sync-path.ts";
import { copyDigesting, type Digested, unwritable } from "./copy-digesting.ts";
import { SourceUnreadable, StoreUnwritable } from "./failures.ts";
import { isInPlace, parseStoreRef, type StoreExtension, storeRef } from "./media-ref.ts";
import { HEAD_BYTES, storeExtension } from "./store-extension.ts";

/** Below the data folder. */
export const MEDIA_FOLDER = "media";
const TEMPORARY_FOLDER = "tmp";
/** Files taken in at once; each holds a megabyte, and a disk of platters would only seek more. */
const PARALLEL_MAX = 4;
/** So much is left on the disk, because the databases lie on it too. */
const FREE_BYTES_MIN = 64 * 1024 ** 2;
/** What is said where a file cannot be linked (another disk, another owner, a file system without links): it is copied. */
const UNLINKABLE: ReadonlySet<string> = new Set([
  "EXDEV",
  "EPERM",
  "EACCES",
  "EMLINK",
  "ENOTSUP",
  "EOPNOTSUPP",
  "ENOSYS",
  "ENOENT",
]);

/** How a file comes into the store: its bytes, or a second name of it. */
export type PutMode = "copy" | "link";

/** Who works on the store: each has temporary files of its own, and sweeps no other's. */
export type StoreUser = "import" | "server";

export interface StoredMedium extends Digested {
  /** `store:<sha256>.<extension>` */
  readonly ref: string;
  /** Of the file in the store: whole milliseconds since the epoch. */
  readonly modifiedAt: number;
}

/**
 * The content-addressed store: `media/<2 digits>/<sha256>.<extension>` below the data folder. A file is in it whole or
 * not at all: written under a temporary name, digested on the way, synced, renamed. No path or name from outside is
 * part of a path in it.
 */
export class MediaStore {
  readonly #folder: string;
  readonly #temporaryFolder: string;
  readonly #gate = new Gate(PARALLEL_MAX);
  readonly #freeBytes: (folder: string) => number;
  #made = 0;

  constructor(dataDir: string, user: StoreUser, measures: { readonly freeBytes?: (folder: string) => number } = {}) {
    this.#folder = join(dataDir, MEDIA_FOLDER);
    this.#temporaryFolder = join(this.#folder, TEMPORARY_FOLDER, user);
    this.#freeBytes = measures.freeBytes ?? freeBytes;
  }

  /**
   * Takes in the file at `path`; links are followed. Throws SourceUnreadable, StoreUnwritable, or the signal's reason.
   */
  put(path: string, mode: PutMode, signal: AbortSignal | null): Promise<StoredMedium> {
    return this.#gate.through(() => this.#put(path, mode, signal));
  }

  /** What `put` would call the file at `path`; writes nothing. */
  digestOnly(path: string, signal: AbortSignal | null): Promise<Omit<StoredMedium, "modifiedAt">> {
    return this.#gate.through(async () => {
      const source = await openSource(path);
      try {
        const extension = await extensionOf(source, path);
        const digested = await copyDigesting(source, null, signal);
        return { ...digested, ref: storeRef({ digest: digested.digest, extension }) };
      } finally {
        await source.close();
      }
    });
  }

  /** Where a file may be written that `keep` is to take in. A process that dies leaves it to `sweepTemporary`. */
  temporaryPath(extension: StoreExtension): string {
    mkdirSync(this.#temporaryFolder, { recursive: true, mode: 0o700 });
    this.#made += 1;
    return join(this.#temporaryFolder, `${process.pid}-${this.#made}.${extension}`);
  }

  /** Takes in a finished file that was written to a `temporaryPath`, which is gone afterwards. Throws StoreUnwritable. */
  async keep(temporaryPath: string, extension: StoreExtension): Promise<StoredMedium> {
    assert(dirname(temporaryPath) === this.#temporaryFolder, "only the store's own temporary files are kept");
    try {
      const file = await open(temporaryPath, "r");
      try {
        const digested = await copyDigesting(file, null, null);
        await file.sync();
        // Always a new file, also where there is one: its age keeps it from the sweep until a row names it.
        return await this.#publish(temporaryPath, extension, digested);
      } finally {
        await file.close();
      }
    } catch (error) {
      await rm(temporaryPath, { force: true });
      throw error instanceof StoreUnwritable ? error : unwritable(error);
    }
  }

  /** The absolute path that a ref stands for, be it in the store or in place; null for anything else. */
  pathOf(ref: string): string | null {
    const object = parseStoreRef(ref);
    if (object === null) return isInPlace(ref) ? ref : null;
    return join(this.#folder, object.digest.slice(0, 2), `${object.digest}.${object.extension}`);
  }

  /** Takes a file out; nothing happens where there is none, and never to a file in place. */
  async remove(ref: string): Promise<void> {
    const path = parseStoreRef(ref) === null ? null : this.pathOf(ref);
    if (path !== null) await rm(path, { force: true });
  }

  /** The refs of every file in the store, a folder at a time. Other files in it are passed over. */
  async *objects(): AsyncGenerator<readonly string[]> {
    for (const folder of await namesIn(this.#folder)) {
      if (!/^[0-9a-f]{2}$/.test(folder)) continue;
      const refs = (await namesIn(join(this.#folder, folder))).map((name) => `store:${name}`);
      yield refs.filter((ref) => parseStoreRef(ref)?.digest.startsWith(folder));
    }
  }

  /** Removes what a process of this user that was killed left. Only while no other one works. Returns how many files went. */
  async sweepTemporary(): Promise<number> {
    const names = await namesIn(this.#temporaryFolder);
    for (const name of names) await rm(join(this.#temporaryFolder, name), { recursive: true, force: true });
    return names.length;
  }

  async #put(path: string, mode: PutMode, signal: AbortSignal | null): Promise<StoredMedium> {
    signal?.throwIfAborted();
    const source = await openSource(path);
    try {
      const extension = await extensionOf(source, path);
      const before = await source.stat();
      const temporary = this.#prepared(() => this.temporaryPath(extension));
      try {
        const isLinked = mode === "link" && (await linkTo(path, source, temporary));
        if (!isLinked) this.#needRoom(before.size);
        const digested = isLinked ? await copyDigesting(source, null, signal) : await copyTo(temporary, source, signal);
        const after = await source.stat();
        if (digested.byteSize !== before.size || after.mtimeMs !== before.mtimeMs || after.size !== before.size) {
          throw new SourceUnreadable("it was changed while it was read; import again when it is finished");
        }
        const known = await this.#known({ ...digested, extension }, digested.byteSize, mode);
        return known ?? (await this.#publish(temporary, extension, digested));
      } finally {
        // Also after a rename: renaming one name of a file to another of its names does nothing. What cannot be removed is
        // left to the next sweep, and must not hide why it came to that.
        await rm(temporary, { force: true }).catch(() => undefined);
      }
    } finally {
      await source.close();
    }
  }

  /** What is in the store already; null where it is not, or as a link of somebody's file when a copy is wanted. */
  async #known(object: Parameters<typeof storeRef>[0], byteSize: number, mode: PutMode): Promise<StoredMedium | null> {
    const ref = storeRef(object);
    const found = await stat(this.pathOf(ref) ?? "").catch(() => null);
    if (found === null || found.size !== byteSize || (mode === "copy" && found.nlink > 1)) return null;
    return { ref, digest: object.digest, byteSize, modifiedAt: Math.trunc(found.mtimeMs) };
  }

  async #publish(temporary: string, extension: StoreExtension, digested: Digested): Promise<StoredMedium> {
    const ref = storeRef({ digest: digested.digest, extension });
    const path = this.pathOf(ref) ?? "";
    try {
      const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await rename(temporary, path);
      await syncPath(dirname(path));
      if (made !== undefined) await syncPath(this.#folder);
      const { mtimeMs } = await stat(path);
      return { ...digested, ref, modifiedAt: Math.trunc(mtimeMs) };
    } catch (error) {
      throw unwritable(error);
    }
  }

  #needRoom(byteSize: number): void {
    const free = this.#prepared(() => this.#freeBytes(this.#folder));
    if (free - byteSize < FREE_BYTES_MIN) throw unwritable(Object.assign(new Error("no room"), { code: "ENOSPC" }));
  }

  #prepared<Value>(work: () => Value): Value {
    try {
      return work();
    } catch (error) {
      throw unwritable(error);
    }
  }
}

async function openSource(path: string): Promise<FileHandle> {
  try {
    return await open(path, "r");
  } catch (error) {
    const code = errorCode(error) ?? messageOf(error);
    throw new SourceUnreadable(code === "ENOENT" ? "there is no such file" : `it cannot be read (${code})`, {
      cause: error,
    });
  }
}

async function extensionOf(source: FileHandle, path: string): Promise<StoreExtension> {
  try {
    const head = new Uint8Array(HEAD_BYTES);
    const { bytesRead } = await source.read(head, 0, HEAD_BYTES, 0);
    return storeExtension(head.subarray(0, bytesRead), basename(path));
  } catch (error) {
    throw new SourceUnreadable(`it cannot be read (${errorCode(error) ?? messageOf(error)})`, { cause: error });
  }
}

async function copyTo(temporary: string, source: FileHandle, signal: AbortSignal | null): Promise<Digested> {
  const target = await open(temporary, "wx", 0o600).catch((error: unknown) => {
    throw unwritable(error);
  });
  try {
    const digested = await copyDigesting(source, target, signal);
    await target.sync().catch((error: unknown) => {
      throw unwritable(error);
    });
    return digested;
  } finally {
    await target.close();
  }
}

/** Whether `temporary` is a second name of the very file that is open. */
async function linkTo(path: string, source: FileHandle, temporary: string): Promise<boolean> {
  try {
    // A link to a symbolic link would be one more symbolic link.
    await link(await realpath(path), temporary);
  } catch (error) {
    if (hasErrorCode(error, ...UNLINKABLE)) return false;
    throw unwritable(error);
  }
  const [opened, linked] = await Promise.all([source.stat(), lstat(temporary)]);
  if (opened.ino === linked.ino && opened.dev === linked.dev) return true;
  await rm(temporary, { force: true });
  return false;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return await readdir(folder).catch((error: unknown) => {
    if (hasErrorCode(error, "ENOENT")) return [];
    throw error;
  });
}
