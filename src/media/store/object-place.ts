import { rm } from "node:fs/promises";
import { parseStoreFile, type StoredRef, storeFileName } from "../../../schema/media-ref.ts";
import type { FileStamp } from "../../lib/file-stamp.ts";
import { downloadObject } from "../../objects/download-object.ts";
import {
  type LinkHeaders,
  ObjectMissing,
  type ObjectStore,
  ObjectStoreFailed,
  type StoredObject,
} from "../../objects/object-store.ts";
import { readPieces } from "../../objects/read-pieces.ts";
import type { ContentDigest } from "./copy-digesting.ts";
import type { MediaCache } from "./media-cache.ts";
import type { MediaDamage } from "./media-damage.ts";
import type { FoundMedium, MediaPlace, OpenedObject } from "./media-place.ts";

/** Keys of media in a store of objects begin with this. */
export const MEDIA_PREFIX = "media/";
/** What is known of an object is kept until a read of it fails. Players request a file in many ranges. */
const KNOWN_MAX = 1_000;

/** Returns the key of a medium: `media/<2 digits>/<sha256>.<extension>`. */
export function keyOf(ref: StoredRef): string {
  return `${MEDIA_PREFIX}${ref.digest.slice(0, 2)}/${storeFileName(ref)}`;
}

/** Returns the medium that a key names; null for other keys. */
export function refInKey(key: string): StoredRef | null {
  const ref = parseStoreFile(key.slice(key.lastIndexOf("/") + 1));
  return ref !== null && keyOf(ref) === key ? ref : null;
}

/** Which objects have other bytes than their digests say. */
export type Damage = Pick<MediaDamage, "has" | "note" | "clear">;

export interface ObjectPlaceOptions {
  /** Throws if the store belongs to another data folder. Called before media are listed, which a sweep does, and before the first upload. */
  readonly claim: () => Promise<void>;
  readonly damage: Damage;
  /** Whether clients are sent to the store for originals. */
  readonly redirects: boolean;
}

/**
 * Media as objects of an S3-compatible store. Their keys are the digests of their bytes, so storing one twice is harmless. Programs that
 * need a file get a copy in the cache, whose digest is checked. Ranges are read from an object of the size that was imported and that is
 * not known to be damaged.
 */
export class ObjectPlace implements MediaPlace {
  readonly takesLinks = false;
  readonly #objects: ObjectStore;
  readonly #cache: MediaCache;
  readonly #claim: () => Promise<void>;
  readonly #damage: Damage;
  readonly #redirects: boolean;
  #claimed: Promise<void> | null = null;
  readonly #known = new Map<string, StoredObject>();
  readonly #fetching = new Map<string, Promise<string>>();

  constructor(objects: ObjectStore, cache: MediaCache, { claim, damage, redirects }: ObjectPlaceOptions) {
    this.#objects = objects;
    this.#cache = cache;
    this.#claim = claim;
    this.#damage = damage;
    this.#redirects = redirects;
  }

  /** Throws ObjectStoreFailed. */
  async publish(ref: StoredRef, temporary: string, content: ContentDigest): Promise<number> {
    this.#claimed ??= this.#claim().catch((error: unknown) => {
      this.#claimed = null;
      throw error;
    });
    await this.#claimed;
    const key = keyOf(ref);
    await this.#objects.put(key, temporary, content, null);
    const stored = await this.#objects.find(key, null);
    if (stored?.byteSize !== content.byteSize) {
      throw new ObjectStoreFailed("failed", `${this.#objects.name} has ${stored?.byteSize ?? "no"} bytes of ${key}.`);
    }
    await this.#damage.clear(ref);
    await this.#cache.offer(storeFileName(ref), temporary, content.byteSize);
    return stored.changedAt;
  }

  /** A damaged object counts as missing, so that an import replaces it. */
  async find(ref: StoredRef): Promise<FoundMedium | null> {
    if (await this.#damage.has(ref)) return null;
    const found = await this.#objects.find(keyOf(ref), null);
    if (found === null) return null;
    const { byteSize, changedAt } = found;
    return { byteSize, modifiedAt: changedAt, storedAt: changedAt, file: null };
  }

  async remove(ref: StoredRef): Promise<void> {
    this.#known.delete(keyOf(ref));
    await this.#objects.remove(keyOf(ref));
    await this.#damage.clear(ref);
    await this.#cache.remove(storeFileName(ref));
  }

  async *list(): AsyncGenerator<readonly StoredRef[]> {
    await this.#claim();
    for await (const page of this.#objects.list(MEDIA_PREFIX, null)) {
      yield page.flatMap(({ key }) => refInKey(key) ?? []);
    }
  }

  pathOf(): null {
    return null;
  }

  /** Concurrent calls for a medium share one download. */
  async fetch(ref: StoredRef, imported: FileStamp | null): Promise<string> {
    const name = storeFileName(ref);
    const cached = await this.#cache.find(name, imported?.byteSize ?? this.#known.get(keyOf(ref))?.byteSize ?? null);
    if (cached !== null) return cached;
    const present = this.#fetching.get(name);
    if (present !== undefined) return await present;
    const fetching = this.#download(ref, imported).finally(() => this.#fetching.delete(name));
    this.#fetching.set(name, fetching);
    return await fetching;
  }

  async open(ref: StoredRef, imported: FileStamp | null): Promise<OpenedObject> {
    const name = storeFileName(ref);
    const readRange = (first: number, last: number) => this.#read(ref, first, last);
    const read = (first: number, last: number) => readPieces(readRange, first, last);
    const linkTo = this.#redirects
      ? (headers: LinkHeaders, seconds: number) => this.#objects.linkTo(keyOf(ref), headers, seconds)
      : null;
    // With a local copy, the store is not asked, so that the copy is served while the store does not answer.
    const copy = imported === null ? null : await this.#cache.find(name, imported.byteSize);
    if (imported !== null && copy !== null) {
      return {
        digest: ref.digest,
        path: copy,
        byteSize: imported.byteSize,
        changedAt: imported.modifiedAt,
        read,
        linkTo,
      };
    }
    if (await this.#damage.has(ref)) throw this.#damaged(ref);
    const { byteSize, changedAt } = await this.#stored(ref, imported);
    return {
      digest: ref.digest,
      path: await this.#cache.find(name, byteSize),
      byteSize,
      changedAt: imported?.modifiedAt ?? changedAt,
      read,
      linkTo,
    };
  }

  /** Forgets the object if that fails: it can have another size now. */
  async #read(ref: StoredRef, first: number, last: number): Promise<Uint8Array> {
    try {
      return await this.#objects.read(keyOf(ref), first, last, null);
    } catch (error) {
      this.#known.delete(keyOf(ref));
      throw error;
    }
  }

  /** Throws ObjectMissing also for an object that has not the size of the import. */
  async #stored(ref: StoredRef, imported: FileStamp | null): Promise<StoredObject> {
    const key = keyOf(ref);
    const byteSize = imported?.byteSize ?? null;
    const known = this.#known.get(key);
    if (known !== undefined && known.byteSize === (byteSize ?? known.byteSize)) return known;
    const found = await this.#objects.find(key, null);
    if (found === null) throw new ObjectMissing(`${this.#objects.name} has no object ${key}.`);
    if (found.byteSize !== (byteSize ?? found.byteSize)) {
      throw new ObjectMissing(
        `The object ${key} in ${this.#objects.name} has ${found.byteSize} bytes, not ${byteSize}.`,
      );
    }
    if (this.#known.size >= KNOWN_MAX) this.#known.clear();
    this.#known.set(key, found);
    return found;
  }

  #damaged(ref: StoredRef): ObjectMissing {
    return new ObjectMissing(`The object ${keyOf(ref)} in ${this.#objects.name} is damaged.`);
  }

  async #download(ref: StoredRef, imported: FileStamp | null): Promise<string> {
    const { byteSize } = await this.#stored(ref, imported);
    const temporary = await this.#cache.temporaryPath(byteSize);
    try {
      const digest = await downloadObject((first, last) => this.#read(ref, first, last), byteSize, temporary);
      if (digest !== ref.digest) {
        this.#known.delete(keyOf(ref));
        await this.#damage.note(ref);
        throw this.#damaged(ref);
      }
      await this.#damage.clear(ref);
      return await this.#cache.adopt(storeFileName(ref), temporary);
    } finally {
      await rm(temporary, { force: true });
    }
  }
}
