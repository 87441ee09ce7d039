import { rm, stat } from "node:fs/promises";
import { messageOf } from "../lib/assert.ts";
import { DAY_MS } from "../lib/clock.ts";
import { Gate } from "../lib/gate.ts";
import { isUuid } from "../lib/ids.ts";
import type { Log } from "../lib/log.ts";
import type { OpenedObject } from "../media/store/media-place.ts";
import { noRoom } from "../media/store/failures.ts";
import { downloadObject } from "../objects/download-object.ts";
import { type ObjectContent, ObjectMissing, type ObjectStore, ObjectStoreFailed } from "../objects/object-store.ts";
import type { WatchedStore } from "../objects/owned-objects.ts";
import { readPieces } from "../objects/read-pieces.ts";
import type { Asset } from "./asset.ts";
import { FREE_BYTES_MIN } from "./limits.ts";
import type { OriginalStatus, UploadFolder } from "./upload-folder.ts";

/** Keys of uploaded originals in a store of objects begin with this. */
const UPLOAD_PREFIX = "uploads/";
/** Uploads that are sent at the same time. Each needs 16 MiB of memory. */
const PARALLEL_MAX = 4;
/** Ids in a line of the log. */
const LOGGED_MAX = 20;
/** An object without an asset can belong to an upload that is accepted just now. */
const SWEEP_GRACE_MS = DAY_MS;

/** The store of objects that has the originals. */
export interface UploadObjects extends WatchedStore {
  /** When this data folder became the owner of the store, on the clock of the store; null if it is not. */
  claimedAt(): Promise<number | null>;
}

export interface OriginalsParts {
  readonly folder: UploadFolder;
  /** Null: the data folder has the originals. */
  readonly objects: UploadObjects | null;
  readonly log: Log;
  /** Free bytes on the disk of the data folder. */
  readonly freeBytes: () => number;
}

/** A file to send to the store. */
interface Sent {
  readonly id: string;
  readonly path: string;
  readonly content: ObjectContent;
  readonly signal: AbortSignal | null;
}

type OriginalOf = Pick<Asset, "id" | "byteSize" | "sha256">;

/**
 * The uploaded files. The data folder has the files that wait for their analysis. With a store of objects, each is an object, too, from
 * before its asset exists until it is not needed any more, so the data folder can lose its copy at any time.
 */
export class Originals {
  readonly #folder: UploadFolder;
  readonly #objects: UploadObjects | null;
  readonly #log: Log;
  readonly #freeBytes: () => number;
  readonly #gate = new Gate(PARALLEL_MAX);
  #claimed: Promise<void> | null = null;

  constructor({ folder, objects, log, freeBytes }: OriginalsParts) {
    this.#folder = folder;
    this.#objects = objects;
    this.#log = log;
    this.#freeBytes = freeBytes;
  }

  /** Throws ObjectStoreFailed while the store is known not to answer. Call it before the body of an upload is read. */
  requireStore(): void {
    const outage = this.#objects?.outage() ?? null;
    if (outage !== null) throw outage.cause;
  }

  /** Keeps a complete upload. Throws ObjectStoreFailed, and the signal's reason; the upload is not kept then. */
  async publish(id: string, content: ObjectContent, signal: AbortSignal | null = null): Promise<void> {
    if (this.#objects !== null) {
      await this.#requireOwner(this.#objects);
      await this.#put(this.#objects, { id, path: this.#folder.incomingPath(id), content, signal });
    }
    await this.#folder.publish(id);
  }

  /** Removes an original that no asset needs. Throws for a failure of the disk only: the sweep repeats a failed removal from the store. */
  async remove(id: string): Promise<void> {
    await this.#folder.removeOriginal(id);
    if (this.#objects === null || !(await this.#objects.mayRemove())) return;
    try {
      // Another data folder can have claimed the store meanwhile.
      await this.#objects.claim();
      await this.#objects.store.remove(UPLOAD_PREFIX + id);
    } catch (error) {
      if (!(error instanceof ObjectStoreFailed)) throw error;
      this.#log.warn({ assetId: id, reason: error.message }, "an original is removed from the store later");
    }
  }

  /** Returns the path of a complete file for programs, downloaded if necessary; null if it is lost. Throws ObjectStoreFailed, StoreUnwritable. */
  async fetch(asset: OriginalOf): Promise<string | null> {
    const path = this.#folder.originalPath(asset.id);
    if ((await sizeOf(path)) === asset.byteSize) return path;
    if (this.#objects === null) return null;
    return (await this.#download(this.#objects.store, asset)) ? path : null;
  }

  /** Returns an original to serve: a path without a store, and an object, which can have a path, with one. */
  async open(asset: OriginalOf & Pick<Asset, "submittedAt">): Promise<string | OpenedObject> {
    const path = this.#folder.originalPath(asset.id);
    if (this.#objects === null) return path;
    const { store } = this.#objects;
    const key = UPLOAD_PREFIX + asset.id;
    return {
      digest: asset.sha256 ?? asset.id,
      path: (await sizeOf(path)) === asset.byteSize ? path : null,
      byteSize: asset.byteSize,
      changedAt: asset.submittedAt,
      linkTo: null,
      read: (first, last) => readPieces((from, to) => store.read(key, from, to, null), first, last),
    };
  }

  /** Removes the copy in the data folder of an original that is kept and analysed, after it is in the store. Throws ObjectStoreFailed. */
  async settle(asset: OriginalOf, signal: AbortSignal | null = null): Promise<void> {
    const path = this.#folder.originalPath(asset.id);
    if (this.#objects === null || (await sizeOf(path)) !== asset.byteSize) return;
    const found = await this.#objects.store.find(UPLOAD_PREFIX + asset.id, signal);
    if (found?.byteSize !== asset.byteSize) {
      // Uploaded before the store was set.
      if (asset.sha256 === null) return;
      await this.#requireOwner(this.#objects);
      await this.#put(this.#objects, {
        id: asset.id,
        path,
        content: { digest: asset.sha256, byteSize: asset.byteSize },
        signal,
      });
    }
    await this.#folder.removeOriginal(asset.id);
  }

  /** Calls `settle` for the originals that `find` returns. One that cannot be moved is named and skipped. Throws if the store is down, and the signal's reason. */
  async settleAll(find: (id: string) => Promise<OriginalOf | null>, signal: AbortSignal): Promise<void> {
    const objects = this.#objects;
    if (objects === null || objects.outage() !== null) return;
    const failed = new Map<string, unknown>();
    for (const id of await this.#folder.originalNames()) {
      signal.throwIfAborted();
      const asset = await find(id);
      if (asset === null) continue;
      // That of another data folder takes none of them.
      await this.#requireOwner(objects);
      try {
        await this.settle(asset, signal);
      } catch (error) {
        signal.throwIfAborted();
        this.#skip(objects, failed, { id, error });
      }
    }
    this.#logSkipped(failed, "originals were not moved to the store and stay in the data folder");
  }

  /**
   * Removes objects that no asset needs, and returns their number. Objects without an asset that are older than the claim of the store
   * stay: a restored database does not know what was uploaded after its backup. Objects whose names are no ids of assets belong to
   * somebody else. Throws ObjectStoreFailed, and the signal's reason.
   */
  async sweep(statusOf: (id: string) => Promise<OriginalStatus>, now: number, signal: AbortSignal): Promise<number> {
    const objects = this.#objects;
    if (objects === null || objects.outage() !== null || !(await objects.mayRemove())) return 0;
    await objects.claim();
    const claimedAt = await objects.claimedAt();
    if (claimedAt === null) return 0;
    if (!Number.isFinite(claimedAt)) {
      const sentence = "the store does not say when it was claimed, so no original is removed from it";
      this.#log.warn({ store: objects.store.name }, sentence);
      return 0;
    }
    const failed = new Map<string, unknown>();
    let removed = 0;
    for await (const page of objects.store.list(UPLOAD_PREFIX, signal)) {
      for (const { key, changedAt } of page) {
        signal.throwIfAborted();
        const id = key.slice(UPLOAD_PREFIX.length);
        if (!isUuid(id) || !Number.isFinite(changedAt)) continue;
        const status = await statusOf(id);
        const isKept = changedAt < claimedAt || Math.abs(now - changedAt) < SWEEP_GRACE_MS;
        if (status === "needed" || (status === "unknown" && isKept)) continue;
        try {
          await objects.store.remove(key);
          removed += 1;
        } catch (error) {
          this.#skip(objects, failed, { id, error });
        }
      }
    }
    this.#logSkipped(failed, "originals that no asset needs were not removed from the store");
    return removed;
  }

  /** Notes that one original failed. Throws its error if the store is down. */
  #skip(
    objects: UploadObjects,
    failed: Map<string, unknown>,
    { id, error }: { readonly id: string; readonly error: unknown },
  ): void {
    if (objects.outage() !== null) throw error;
    failed.set(id, error);
  }

  #logSkipped(failed: ReadonlyMap<string, unknown>, sentence: string): void {
    if (failed.size === 0) return;
    const assetIds = [...failed.keys()].slice(0, LOGGED_MAX);
    const [reason] = [...failed.values()].map(messageOf);
    this.#log.error({ failed: failed.size, assetIds, reason }, `${sentence}; the next run tries them again`);
  }

  async #requireOwner(objects: UploadObjects): Promise<void> {
    this.#claimed ??= objects.claim().catch((error: unknown) => {
      this.#claimed = null;
      throw error;
    });
    await this.#claimed;
  }

  async #put({ store }: UploadObjects, { id, path, content, signal }: Sent): Promise<void> {
    const key = UPLOAD_PREFIX + id;
    await this.#gate.through(() => store.put(key, path, content, signal));
    const found = await store.find(key, signal);
    if (found?.byteSize === content.byteSize) return;
    throw new ObjectStoreFailed("failed", `${store.name} has ${found?.byteSize ?? "no"} bytes of ${key}.`);
  }

  /** Returns false if the object is missing, or has other bytes than those that were uploaded. */
  async #download(store: ObjectStore, { id, byteSize, sha256 }: OriginalOf): Promise<boolean> {
    const key = UPLOAD_PREFIX + id;
    if (this.#freeBytes() - byteSize < FREE_BYTES_MIN) throw noRoom("the copy of an upload");
    const temporary = await this.#folder.begin(id);
    try {
      await rm(temporary, { force: true });
      const digest = await downloadObject((from, to) => store.read(key, from, to, null), byteSize, temporary);
      if (sha256 !== null && digest !== sha256)
        throw new ObjectMissing(`The object ${key} in ${store.name} is damaged.`);
      await this.#folder.publish(id);
      return true;
    } catch (error) {
      if (!(error instanceof ObjectMissing)) throw error;
      this.#log.error(
        { assetId: id, reason: messageOf(error) },
        "an uploaded original is lost from the store or damaged",
      );
      return false;
    } finally {
      await this.#folder.removeIncoming(id);
    }
  }
}

/** Null for a missing file. */
async function sizeOf(path: string): Promise<number | null> {
  return await stat(path).then(
    ({ size }) => size,
    () => null,
  );
}
