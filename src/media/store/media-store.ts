import { mkdirSync } from "node:fs";
import { type FileHandle, link, lstat, open, realpath, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { formatMediaRef, parseMediaRef, type StoredRef, type StoreExtension } from "../../../schema/media-ref.ts";
import { assert, messageOf } from "../../lib/assert.ts";
import { errorCode, hasErrorCode } from "../../lib/error-code.ts";
import type { FileStamp } from "../../lib/file-stamp.ts";
import { HEAD_BYTES } from "../../lib/file-format/file-format.ts";
import { freeBytes } from "../../lib/free-bytes.ts";
import { Gate } from "../../lib/gate.ts";
import { namesIn } from "../../lib/names-in.ts";
import { ObjectStoreFailed } from "../../objects/object-store.ts";
import { copyDigesting, type ContentDigest, unwritable } from "./copy-digesting.ts";
import { SourceUnreadable, StoreUnwritable } from "./failures.ts";
import { FolderPlace } from "./folder-place.ts";
import type { FoundMedium, MediaPlace, OpenedObject } from "./media-place.ts";
import { storeExtension } from "./store-extension.ts";

/** Folder of the imported media, in the data folder. Nothing can generate them again. */
export const MEDIA_FOLDER = "media";
/** Folder of the files that are generated from media. It can be deleted at any time. */
export const GENERATED_FOLDER = "generated";
const TEMPORARY_FOLDER = "tmp";
/** Concurrent copies. Each needs a megabyte of memory, and more would only make a hard disk seek. */
const PARALLEL_MAX = 4;
/** Free space to reserve, because the databases are on the same disk. */
const FREE_BYTES_MIN = 64 * 1024 ** 2;
/** Errors of files that cannot be linked (another disk or owner, a file system without links). Such files are copied. */
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

/** Whether to copy a file or to create a hard link. */
export type PutMode = "copy" | "link";

/** The process that uses the store. Each has its own temporary files and sweeps only those. */
export type StoreUser = "import" | "server";

export interface StoredMedium extends ContentDigest {
  /** `store:<sha256>.<extension>` */
  readonly ref: string;
  /** Modification time of the file in the store, in whole milliseconds since the epoch. */
  readonly modifiedAt: number;
}

export type StoreFolder = typeof MEDIA_FOLDER | typeof GENERATED_FOLDER;

interface StoreOptions {
  /** `media` by default. */
  readonly folder?: StoreFolder;
  /** For tests. */
  readonly freeBytes?: (folder: string) => number;
  /** Where complete files are; the folder by default. */
  readonly place?: MediaPlace;
  /** Whether unused media can be removed; true by default. */
  readonly mayRemove?: () => Promise<boolean>;
}

/**
 * A content-addressed store: `media/<2 digits>/<sha256>.<extension>` in the data folder, or the same below `generated/`. Imported
 * media can be objects of an S3-compatible store instead (`object-place.ts`). Its files are always complete: they are written under a
 * temporary name, digested, synced and moved to their place. Its paths never contain names from outside. Refs are the same in both
 * folders; a catalog's refs name files in `media`, those of `media_made` files in `generated`.
 */
export class MediaStore {
  readonly #folder: string;
  readonly #temporaryFolder: string;
  readonly #place: MediaPlace;
  readonly #gate = new Gate(PARALLEL_MAX);
  readonly #freeBytes: (folder: string) => number;
  /** Whether a sweep can remove unused media. */
  readonly mayRemove: () => Promise<boolean>;
  #temporaryCount = 0;

  constructor(dataDir: string, user: StoreUser, options: StoreOptions = {}) {
    this.#folder = join(dataDir, options.folder ?? MEDIA_FOLDER);
    this.#temporaryFolder = join(this.#folder, TEMPORARY_FOLDER, user);
    this.#place = options.place ?? new FolderPlace(this.#folder);
    this.#freeBytes = options.freeBytes ?? freeBytes;
    this.mayRemove = options.mayRemove ?? (() => Promise.resolve(true));
  }

  /** Adds the file at `path`; follows symbolic links. Throws SourceUnreadable, StoreUnwritable, or the signal's reason. */
  put(path: string, mode: PutMode, signal: AbortSignal | null): Promise<StoredMedium> {
    return this.#gate.through(() => this.#put(path, mode, signal));
  }

  /** Returns the ref that `put` would return for the file at `path`. Writes nothing. */
  digestOnly(path: string, signal: AbortSignal | null): Promise<Omit<StoredMedium, "modifiedAt">> {
    return this.#gate.through(async () => {
      const source = await openSource(path);
      try {
        const extension = await extensionOf(source, path);
        const digested = await copyDigesting(source, null, signal);
        return { ...digested, ref: formatMediaRef({ kind: "stored", digest: digested.digest, extension }) };
      } finally {
        await source.close();
      }
    });
  }

  /** Returns a path to write a file for `adopt`. If the process dies, `sweepTemporary` removes the file. */
  temporaryPath(extension: StoreExtension): string {
    mkdirSync(this.#temporaryFolder, { recursive: true, mode: 0o700 });
    this.#temporaryCount += 1;
    return join(this.#temporaryFolder, `${process.pid}-${this.#temporaryCount}.${extension}`);
  }

  /** Moves a complete file from a `temporaryPath` into the store. Throws StoreUnwritable. */
  async adopt(temporaryPath: string, extension: StoreExtension): Promise<StoredMedium> {
    assert(dirname(temporaryPath) === this.#temporaryFolder, "only the store's own temporary files can be adopted");
    try {
      const file = await open(temporaryPath, "r");
      try {
        const digested = await copyDigesting(file, null, null);
        // Another program, which chose its mode, can have written it.
        await file.chmod(0o600);
        await file.sync();
        // Replaces even an existing file: a new file is safe from the sweep until it has a row.
        return await this.#publish(temporaryPath, extension, digested);
      } finally {
        await file.close();
      }
    } catch (error) {
      await rm(temporaryPath, { force: true });
      throw error instanceof StoreUnwritable || error instanceof ObjectStoreFailed ? error : unwritable(error);
    }
  }

  /** Returns the absolute path for a ref into the store or in place; null for a rendered ref, for an object and for other text. */
  pathOf(text: string): string | null {
    const ref = parseMediaRef(text);
    switch (ref?.kind) {
      case "stored":
        return this.#place.pathOf(ref);
      case "in place":
        return ref.path;
      case "rendered":
      case undefined:
        return null;
    }
  }

  /** Returns what is known of a medium in the store; null for a missing one, and for other refs. Throws ObjectStoreFailed. */
  async find(text: string): Promise<FoundMedium | null> {
    const ref = parseMediaRef(text);
    return ref?.kind === "stored" ? await this.#place.find(ref) : null;
  }

  /** Returns the path of a medium's file for programs. See MediaPlace. Throws ObjectStoreFailed, and ObjectMissing. */
  async fetch(ref: StoredRef, imported: FileStamp | null): Promise<string> {
    return await this.#place.fetch(ref, imported);
  }

  /** Like `fetch`, for any ref; null for a ref that names no file. */
  async locate(text: string): Promise<string | null> {
    const ref = parseMediaRef(text);
    return ref?.kind === "stored" ? await this.fetch(ref, null) : this.pathOf(text);
  }

  /** Returns an object to serve; null if the medium is a file of this machine. Throws ObjectStoreFailed, and ObjectMissing. */
  async open(ref: StoredRef, imported: FileStamp | null): Promise<OpenedObject | null> {
    return await this.#place.open(ref, imported);
  }

  /** Removes a file from the store if it exists. Never removes files in place. Throws ObjectStoreFailed. */
  async remove(ref: string): Promise<void> {
    const object = parseMediaRef(ref);
    if (object?.kind === "stored") await this.#place.remove(object);
  }

  /** Yields the refs of all files in the store, some at a time. Throws ObjectStoreFailed. */
  async *objects(): AsyncGenerator<readonly string[]> {
    for await (const refs of this.#place.list()) yield refs.map(formatMediaRef);
  }

  /** Removes this user's temporary files and returns their number. Call it only while no other process of this user runs. */
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
      const temporary = this.#orUnwritable(() => this.temporaryPath(extension));
      try {
        const isLinked = mode === "link" && this.#place.takesLinks && (await linkTo(path, source, temporary));
        if (!isLinked) this.#requireSpace(before.size);
        const digested = isLinked ? await copyDigesting(source, null, signal) : await copyTo(temporary, source, signal);
        const after = await source.stat();
        if (digested.byteSize !== before.size || after.mtimeMs !== before.mtimeMs || after.size !== before.size) {
          throw new SourceUnreadable("it changed while it was read; import it again when it is complete");
        }
        return (
          (await this.#existing(digested, extension, mode)) ?? (await this.#publish(temporary, extension, digested))
        );
      } finally {
        // Needed even after a rename: renaming a file to another hard link of it does nothing. The next sweep repeats a failed
        // removal, which must not hide the first error.
        await rm(temporary, { force: true }).catch(() => undefined);
      }
    } finally {
      await source.close();
    }
  }

  /** Returns the file if it is already in the store; null if not, and if it is a hard link but `mode` requires a copy. */
  async #existing(digested: ContentDigest, extension: StoreExtension, mode: PutMode): Promise<StoredMedium | null> {
    const object = { kind: "stored", digest: digested.digest, extension } as const;
    const found = await this.#place.find(object);
    if (found === null || found.byteSize !== digested.byteSize) return null;
    if (mode === "copy" && (found.file?.links ?? 1) > 1) return null;
    return { ...digested, ref: formatMediaRef(object), modifiedAt: found.modifiedAt };
  }

  async #publish(temporary: string, extension: StoreExtension, digested: ContentDigest): Promise<StoredMedium> {
    const object = { kind: "stored", digest: digested.digest, extension } as const;
    const modifiedAt = await this.#place.publish(object, temporary, digested);
    return { ...digested, ref: formatMediaRef(object), modifiedAt };
  }

  #requireSpace(byteSize: number): void {
    const free = this.#orUnwritable(() => this.#freeBytes(this.#folder));
    if (free - byteSize < FREE_BYTES_MIN) throw unwritable(Object.assign(new Error("no room"), { code: "ENOSPC" }));
  }

  #orUnwritable<Value>(work: () => Value): Value {
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

async function copyTo(temporary: string, source: FileHandle, signal: AbortSignal | null): Promise<ContentDigest> {
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

/** Creates the hard link `temporary` to the open file. Returns false if the file cannot be linked or was replaced. */
async function linkTo(path: string, source: FileHandle, temporary: string): Promise<boolean> {
  try {
    // Without realpath, this would link the symbolic link itself.
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
