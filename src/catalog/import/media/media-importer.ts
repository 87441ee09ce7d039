import { stat } from "node:fs/promises";
import type { MediaSource } from "../../../audio/source-store.ts";
import type { ServiceDb } from "../../../db/service-db.ts";
import { type FileStamp, isSameStamp, stampOf } from "../../../lib/file-stamp.ts";
import { SourceUnreadable, StoreUnwritable } from "../../../media/store/failures.ts";
import type { MediaStore, StoredMedium } from "../../../media/store/media-store.ts";
import { type MediaOrigin, originsOf, putOrigins, putSources, sourcesOf } from "../../../media/store/source-store.ts";
import type { MediaPath } from "../check/checked-record.ts";
import { ImportFailure } from "../failure.ts";
import { findMediaFault } from "./find-media-fault.ts";

/** How media come in: into the store by copy or hard link, or to be served from where they lie. */
export const MEDIA_MODES = ["copy", "link", "in-place"] as const;
export type MediaMode = (typeof MEDIA_MODES)[number];

/** Files taken together; then their rows are written, in a transaction of a few milliseconds. */
const TOGETHER = 64;
/** Paths whose refs are remembered: an album's picture stands in every one of its songs. */
const REMEMBERED_MAX = 10_000;

/** How the catalog is to name what lies at a path, or why it cannot be had. */
export type ImportedMedium =
  | { readonly kind: "taken"; readonly ref: string }
  | { readonly kind: "unreadable"; readonly reason: string };

export interface MediaImporterDeps {
  readonly mode: MediaMode;
  readonly store: MediaStore;
  readonly serviceDb: ServiceDb;
  /** Finds the same refs, and neither copies nor writes anything. */
  readonly dryRun: boolean;
  readonly signal: AbortSignal | null;
}

/** One file with what is to be written of it. */
interface Taken {
  readonly result: ImportedMedium;
  readonly source: MediaSource | null;
  readonly origin: MediaOrigin | null;
}

/**
 * Turns the media of checked records into refs. What came in before and has the same size and time is not read again.
 * Pictures are always copied: they are small, and public.
 */
export class MediaImporter {
  readonly #taking: MediaImporterDeps;
  readonly #remembered = new Map<string, ImportedMedium>();

  constructor(taking: MediaImporterDeps) {
    this.#taking = taking;
  }

  /** By absolute path. Throws ImportFailure where the store cannot be written, or the signal's reason. */
  async take(paths: readonly MediaPath[]): Promise<ReadonlyMap<string, ImportedMedium>> {
    const wanted = new Map(paths.map((path) => [path.absolute, path]));
    const taken = new Map<string, ImportedMedium>();
    for (const path of wanted.keys()) {
      const known = this.#remembered.get(path);
      if (known !== undefined) taken.set(path, known);
    }
    const others = [...wanted.values()].filter((path) => !taken.has(path.absolute));
    for (let at = 0; at < others.length; at += TOGETHER) {
      const some = others.slice(at, at + TOGETHER);
      for (const [path, result] of await this.#takeTogether(some)) {
        taken.set(path, result);
        if (this.#remembered.size >= REMEMBERED_MAX) this.#remembered.clear();
        this.#remembered.set(path, result);
      }
    }
    return taken;
  }

  async #takeTogether(paths: readonly MediaPath[]): Promise<ReadonlyMap<string, ImportedMedium>> {
    const origins = originsOf(
      this.#taking.serviceDb,
      paths.filter((path) => this.#isStored(path)).map((path) => path.absolute),
    );
    const inPlace = paths.filter((path) => !this.#isStored(path)).map((path) => path.absolute);
    const sources = sourcesOf(this.#taking.serviceDb, inPlace);
    const ended = await Promise.allSettled(
      paths.map((path) => this.#takeOne(path, origins.get(path.absolute) ?? null, sources.get(path.absolute) ?? null)),
    );
    const done = ended.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    // Also when the import ends here: what was copied is not to be copied again.
    if (!this.#taking.dryRun) this.#record(done);
    const failed = ended.find((one) => one.status === "rejected");
    if (failed !== undefined) throw asFailure(failed.reason);
    return new Map(paths.map((path, n) => [path.absolute, done[n]?.result ?? unreadable("it was not looked at")]));
  }

  async #takeOne(path: MediaPath, origin: MediaOrigin | null, former: MediaSource | null): Promise<Taken> {
    const { mode } = this.#taking;
    try {
      const stamp = await stampOf(path.absolute).catch((error: unknown) => {
        throw new SourceUnreadable("it cannot be read", { cause: error });
      });
      if (!this.#isStored(path)) {
        if (former === null || !isSameStamp(former, stamp)) await requireValid(path, true);
        const source = { ref: path.absolute, ...stamp, digest: null };
        return { result: { kind: "taken", ref: path.absolute }, source, origin: null };
      }
      const isLink = mode === "link" && !path.isImage;
      if (origin !== null && isSameStamp(origin, stamp) && (await this.#isKept(origin.ref, path.absolute, isLink))) {
        return { result: { kind: "taken", ref: origin.ref }, source: null, origin: null };
      }
      await requireValid(path, false);
      return await this.#putOne(path.absolute, stamp, isLink);
    } catch (error) {
      if (!(error instanceof SourceUnreadable)) throw error;
      return { result: unreadable(error.message), source: null, origin: null };
    }
  }

  #isStored({ isImage }: MediaPath): boolean {
    return isImage || this.#taking.mode !== "in-place";
  }

  async #putOne(path: string, stamp: FileStamp, isLink: boolean): Promise<Taken> {
    const { store, dryRun, signal } = this.#taking;
    if (dryRun) {
      const { ref } = await store.digestOnly(path, signal);
      return { result: { kind: "taken", ref }, source: null, origin: null };
    }
    const stored = await store.put(path, isLink ? "link" : "copy", signal);
    const { ref } = stored;
    return { result: { kind: "taken", ref }, source: sourceOf(stored), origin: { path, ...stamp, ref } };
  }

  /** Whether the store has it still, as it is wanted: what was linked is copied once copies are. */
  async #isKept(ref: string, path: string, isLink: boolean): Promise<boolean> {
    const kept = await stat(this.#taking.store.pathOf(ref) ?? "").catch(() => null);
    if (kept === null) return false;
    if (isLink || kept.nlink === 1) return true;
    const original = await stat(path);
    return original.ino !== kept.ino || original.dev !== kept.dev;
  }

  /** What is written already is not written again: a second import of a million files takes no lock at all. */
  #record(done: readonly Taken[]): void {
    const { serviceDb } = this.#taking;
    const found = done.flatMap(({ source }) => (source === null ? [] : [source]));
    const known = sourcesOf(
      serviceDb,
      found.map(({ ref }) => ref),
    );
    const sources = found.filter((source) => {
      const former = known.get(source.ref);
      return former === undefined || !isSameStamp(former, source) || (former.digest === null && source.digest !== null);
    });
    const origins = done.flatMap(({ origin }) => (origin === null ? [] : [origin]));
    if (sources.length + origins.length === 0) return;
    serviceDb.transaction((tx) => {
      putSources(tx, sources);
      putOrigins(tx, origins);
    });
  }
}

async function requireValid(path: MediaPath, isInPlace: boolean): Promise<void> {
  const why = await findMediaFault(path, isInPlace).catch(() => "it cannot be read");
  if (why !== null) throw new SourceUnreadable(why);
}

function sourceOf({ ref, byteSize, modifiedAt, digest }: StoredMedium): MediaSource {
  return { ref, byteSize, modifiedAt, digest };
}

function unreadable(reason: string): ImportedMedium {
  return { kind: "unreadable", reason };
}

function asFailure(reason: unknown): unknown {
  return reason instanceof StoreUnwritable ? new ImportFailure(reason.message, { cause: reason }) : reason;
}
