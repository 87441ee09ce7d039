import { stat } from "node:fs/promises";
import type { MediaSource } from "../../../audio/source-store.ts";
import type { ServiceDb } from "../../../db/service-db.ts";
import { type FileStamp, isSameStamp, stampOf } from "../../../lib/file-stamp.ts";
import { ObjectStoreFailed } from "../../../objects/object-store.ts";
import { SourceUnreadable, StoreUnwritable } from "../../../media/store/failures.ts";
import type { MediaStore, StoredMedium } from "../../../media/store/media-store.ts";
import { type MediaOrigin, originsOf, putOrigins, putSources, sourcesOf } from "../../../media/store/source-store.ts";
import type { MediaPath } from "../check/checked-record.ts";
import { ImportFailure } from "../failure.ts";
import { findMediaFault } from "./find-media-fault.ts";

/** How media are imported: copied or hard-linked into the store, or served from their original path. */
export const MEDIA_MODES = ["copy", "link", "in-place"] as const;
export type MediaMode = (typeof MEDIA_MODES)[number];

/** Files imported concurrently. One transaction of a few milliseconds then writes their rows. */
const CONCURRENT_FILES = 64;
/** Only on PostgreSQL: paths are indexed, and it indexes no text of more than 2,700 bytes. */
const PATH_BYTES_MAX = 2_400;
/** Paths whose refs are cached: every song of an album can name the same picture. */
const REMEMBERED_MAX = 10_000;

/** The media ref of a file, or why the file cannot be used. */
export type ImportedMedium =
  | { readonly kind: "imported"; readonly ref: string }
  | { readonly kind: "unreadable"; readonly reason: string };

export interface MediaImporterDeps {
  readonly mode: MediaMode;
  readonly store: MediaStore;
  readonly serviceDb: ServiceDb;
  /** Determines the same refs without copying or writing anything. */
  readonly dryRun: boolean;
  readonly signal: AbortSignal | null;
}

/** The result for one file, and the rows to write for it. */
interface FileImport {
  readonly result: ImportedMedium;
  readonly source: MediaSource | null;
  readonly origin: MediaOrigin | null;
}

/**
 * Imports the media files of checked records and returns their refs. A file of an earlier import with the same size and
 * modification time is not read again. Pictures are always copied, because they are small and public.
 */
export class MediaImporter {
  readonly #deps: MediaImporterDeps;
  readonly #remembered = new Map<string, ImportedMedium>();

  constructor(deps: MediaImporterDeps) {
    this.#deps = deps;
  }

  /** Returns the results by absolute path. Throws ImportFailure if the store is not writable, or the signal's reason. */
  async import(paths: readonly MediaPath[]): Promise<ReadonlyMap<string, ImportedMedium>> {
    const requested = new Map(paths.map((path) => [path.absolute, path]));
    const results = new Map<string, ImportedMedium>();
    for (const path of requested.keys()) {
      const known = this.#remembered.get(path);
      if (known !== undefined) results.set(path, known);
    }
    const others = [...requested.values()].filter((path) => !results.has(path.absolute));
    for (let at = 0; at < others.length; at += CONCURRENT_FILES) {
      const some = others.slice(at, at + CONCURRENT_FILES);
      for (const [path, result] of await this.#importConcurrently(some)) {
        results.set(path, result);
        if (this.#remembered.size >= REMEMBERED_MAX) this.#remembered.clear();
        this.#remembered.set(path, result);
      }
    }
    return results;
  }

  async #importConcurrently(paths: readonly MediaPath[]): Promise<ReadonlyMap<string, ImportedMedium>> {
    const { serviceDb } = this.#deps;
    const stored = paths.filter((path) => this.#isStored(path)).map((path) => path.absolute);
    const inPlace = paths.filter((path) => !this.#isStored(path)).map((path) => path.absolute);
    const origins = await serviceDb.read(originsOf(serviceDb, stored));
    const sources = await serviceDb.read(sourcesOf(serviceDb, inPlace));
    const ended = await Promise.allSettled(
      paths.map((path) =>
        this.#importOne(path, origins.get(path.absolute) ?? null, sources.get(path.absolute) ?? null),
      ),
    );
    const done = ended.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    // Recorded even if a file fails, so that the next import does not copy the others again.
    if (!this.#deps.dryRun) await this.#record(done);
    const failed = ended.find((one) => one.status === "rejected");
    if (failed !== undefined) throw asFailure(failed.reason);
    return new Map(paths.map((path, n) => [path.absolute, done[n]?.result ?? unreadable("it was not read")]));
  }

  async #importOne(path: MediaPath, origin: MediaOrigin | null, previous: MediaSource | null): Promise<FileImport> {
    const { mode } = this.#deps;
    try {
      const stamp = await stampOf(path.absolute).catch((error: unknown) => {
        throw new SourceUnreadable("it cannot be read", { cause: error });
      });
      if (!this.#isStored(path)) {
        if (previous === null || !isSameStamp(previous, stamp)) await this.#requireValid(path, true);
        const source = { ref: path.absolute, ...stamp, digest: null };
        return { result: { kind: "imported", ref: path.absolute }, source, origin: null };
      }
      const isLink = mode === "link" && !path.isImage;
      if (origin !== null && isSameStamp(origin, stamp) && (await this.#isReusable(origin, isLink))) {
        return { result: { kind: "imported", ref: origin.ref }, source: null, origin: null };
      }
      await this.#requireValid(path, false);
      return await this.#store(path.absolute, stamp, isLink);
    } catch (error) {
      if (!(error instanceof SourceUnreadable)) throw error;
      return { result: unreadable(error.message), source: null, origin: null };
    }
  }

  async #requireValid(path: MediaPath, isInPlace: boolean): Promise<void> {
    const isTooLong = this.#deps.serviceDb.engine === "postgres" && Buffer.byteLength(path.absolute) > PATH_BYTES_MAX;
    if (isTooLong) throw new SourceUnreadable(`its path has more than ${PATH_BYTES_MAX} bytes`);
    const fault = await findMediaFault(path, isInPlace).catch(() => "it cannot be read");
    if (fault !== null) throw new SourceUnreadable(fault);
  }

  #isStored({ isImage }: MediaPath): boolean {
    return isImage || this.#deps.mode !== "in-place";
  }

  async #store(path: string, stamp: FileStamp, isLink: boolean): Promise<FileImport> {
    const { store, dryRun, signal } = this.#deps;
    if (dryRun) {
      const { ref } = await store.digestOnly(path, signal);
      return { result: { kind: "imported", ref }, source: null, origin: null };
    }
    const stored = await store.put(path, isLink ? "link" : "copy", signal);
    const { ref } = stored;
    return { result: { kind: "imported", ref }, source: sourceOf(stored), origin: { path, ...stamp, ref } };
  }

  /** Whether the store still has the file, in its size and in the requested mode. In copy mode a link to the original is not reusable. */
  async #isReusable({ ref, path, byteSize }: MediaOrigin, isLink: boolean): Promise<boolean> {
    const stored = await this.#deps.store.find(ref);
    if (stored === null || stored.byteSize !== byteSize) return false;
    if (isLink || stored.file === null || stored.file.links === 1) return true;
    const original = await stat(path);
    return original.ino !== stored.file.inode || original.dev !== stored.file.device;
  }

  /** Writes only new rows, so that a repeated import of a million files takes no write lock. */
  async #record(done: readonly FileImport[]): Promise<void> {
    const { serviceDb } = this.#deps;
    const found = done.flatMap(({ source }) => (source === null ? [] : [source]));
    const refs = found.map(({ ref }) => ref);
    const known = await serviceDb.read(sourcesOf(serviceDb, refs));
    const sources = found.filter((source) => {
      const previous = known.get(source.ref);
      return (
        previous === undefined || !isSameStamp(previous, source) || (previous.digest === null && source.digest !== null)
      );
    });
    const origins = done.flatMap(({ origin }) => (origin === null ? [] : [origin]));
    if (sources.length + origins.length === 0) return;
    await serviceDb.write(function* (tx) {
      yield* putSources(tx, sources);
      yield* putOrigins(tx, origins);
    });
  }
}

function sourceOf({ ref, byteSize, modifiedAt, digest }: StoredMedium): MediaSource {
  return { ref, byteSize, modifiedAt, digest };
}

function unreadable(reason: string): ImportedMedium {
  return { kind: "unreadable", reason };
}

function asFailure(reason: unknown): unknown {
  const isOfStore = reason instanceof StoreUnwritable || reason instanceof ObjectStoreFailed;
  return isOfStore ? new ImportFailure(reason.message, { cause: reason }) : reason;
}
