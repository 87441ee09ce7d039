import { mkdir, open, rename, rm, stat, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ServiceDb } from "../../db/service-db.ts";
import { KNOWN_SCHEMA, schemaVersionOf } from "../../db/schema-version.ts";
import { messageOf } from "../../lib/assert.ts";
import { SECOND_MS } from "../../lib/clock.ts";
import { hasErrorCode } from "../../lib/error-code.ts";
import { freeBytes } from "../../lib/free-bytes.ts";
import { randomId } from "../../lib/ids.ts";
import type { Log } from "../../lib/log.ts";
import { syncPath } from "../../lib/sync-path.ts";
import { noRoom, StoreUnwritable } from "../../media/store/failures.ts";
import { copyDigesting } from "../../media/store/copy-digesting.ts";
import { downloadObject } from "../../objects/download-object.ts";
import { type ObjectContent, ObjectMissing, ObjectStoreFailed } from "../../objects/object-store.ts";
import type { OwnedObjects } from "../../objects/owned-objects.ts";
import { INDEX_FORMAT } from "../../ranking/packed-format.ts";
import { generationDir } from "../generation.ts";
import { generationsOnDisk } from "../import/staging/staging-folder.ts";
import { keptGenerations } from "./kept-generations.ts";
import { type CatalogFile, type CatalogObject, storedObjects } from "./objects-store.ts";

/** Keys of catalogs in a store of objects begin with this. */
export const CATALOG_PREFIX = "catalog/";

export const CATALOG_FILES: readonly CatalogFile[] = ["catalog.db", "index.bin"];

/** Returns the key of a file of a catalog: `catalog/<sha256>`. */
export function catalogKey(digest: string): string {
  return CATALOG_PREFIX + digest;
}

/** Returns the digest that a key names; null for other keys. */
export function digestInKey(key: string): string | null {
  return /^catalog\/([0-9a-f]{64})$/.exec(key)?.[1] ?? null;
}

export interface StoredCatalogsParts {
  readonly dataDir: string;
  readonly serviceDb: ServiceDb;
  readonly objects: OwnedObjects;
  readonly log: Log;
  /** For tests. */
  readonly freeBytes?: (folder: string) => number;
}

/** A download says how far it is this often. */
const PROGRESS_EVERY_MS = 10 * SECOND_MS;
/** Free space to leave, because the databases are on the same disk. */
const FREE_BYTES_MIN = 256 * 1024 ** 2;

/** A catalog is not in the data folder and cannot be downloaded. The message says what to do. */
export class CatalogNotFetched extends Error {
  constructor(generation: number, store: string, cause: unknown) {
    const missing = `Generation ${generation} of the catalog is not in the data folder, or incomplete there`;
    const remedy =
      "Try again when the store answers. If it has lost the catalog, restore a backup with `needledrop restore FILE --force`, " +
      "or import all dumps again with `needledrop import PATH --replace`";
    super(`${missing}, and cannot be downloaded from ${store}. ${remedy} (${messageOf(cause)})`, { cause });
    this.name = "CatalogNotFetched";
  }
}

/** The store of objects that has a copy of the files of each generation, named by the digests of their bytes. */
export class StoredCatalogs {
  readonly #dataDir: string;
  readonly #serviceDb: ServiceDb;
  readonly #objects: OwnedObjects;
  readonly #log: Log;
  readonly #freeBytes: (folder: string) => number;
  /** Generations whose database had the digest of its object when this process compared or downloaded it. */
  readonly #verified = new Set<string>();

  constructor({ dataDir, serviceDb, objects, log, freeBytes: freeBytesOf = freeBytes }: StoredCatalogsParts) {
    this.#dataDir = dataDir;
    this.#serviceDb = serviceDb;
    this.#objects = objects;
    this.#log = log;
    this.#freeBytes = freeBytesOf;
  }

  /**
   * Downloads the database of a generation if the data folder has none, or one of another size; with `verifies` also if it has other
   * bytes. On PostgreSQL the first call for a generation always compares the bytes: after an import that failed here, this folder can have
   * another catalog than the one that another node has made current under this number. Does nothing for a generation that is not in the store. Throws CatalogNotFetched, StoreUnwritable, or the
   * signal's reason.
   */
  async ensureDatabase(
    generation: number,
    { verifies = false, signal }: { readonly verifies?: boolean; readonly signal: AbortSignal | null },
  ): Promise<void> {
    const object = await this.#objectOf(generation, "catalog.db");
    if (object === null) return;
    const name = `${generation} ${object.digest}`;
    const isUnknown = this.#serviceDb.engine === "postgres" && !this.#verified.has(name);
    try {
      if (!(await this.#isPresent(object, { verifies: verifies || isUnknown, signal })))
        await this.#download(object, signal);
      this.#verified.add(name);
    } catch (error) {
      if (!isOfStore(error)) throw error;
      throw new CatalogNotFetched(generation, this.#objects.store.name, error);
    }
  }

  /** Downloads the index of a generation, and returns whether it could; if not, it can be built. Throws the signal's reason. */
  async fetchIndex(generation: number, signal: AbortSignal | null): Promise<boolean> {
    const object = await this.#objectOf(generation, "index.bin");
    if (object?.format !== INDEX_FORMAT) return false;
    try {
      await this.#download(object, signal);
      return true;
    } catch (error) {
      if (!isOfStore(error) && !(error instanceof StoreUnwritable)) throw error;
      this.#log.warn({ generation, reason: messageOf(error) }, "the search index cannot be downloaded from the store");
      return false;
    }
  }

  /**
   * Removes the copies of generations before this one that are not kept any more from the data folder. Of several nodes only: on one node
   * the import does that.
   */
  async removeReplaced(generation: number): Promise<void> {
    if (this.#serviceDb.engine === "sqlite") return;
    const kept = await keptGenerations({ dataDir: this.#dataDir, serviceDb: this.#serviceDb });
    for (const number of await generationsOnDisk(this.#dataDir)) {
      if (number >= generation || kept.includes(number)) continue;
      await rm(generationDir(this.#dataDir, number), { recursive: true, force: true });
    }
  }

  /** Uploads the files of a generation from `folder`. Throws ObjectStoreFailed, or the signal's reason. */
  async send(folder: string, generation: number, signal: AbortSignal | null): Promise<readonly CatalogObject[]> {
    const sent: CatalogObject[] = [];
    for (const file of CATALOG_FILES) sent.push(await this.sendFile(folder, generation, { file, signal }));
    return sent;
  }

  /** Uploads a file of a generation from `folder`. Throws ObjectStoreFailed, or the signal's reason. */
  async sendFile(
    folder: string,
    generation: number,
    { file, signal }: { readonly file: CatalogFile; readonly signal: AbortSignal | null },
  ): Promise<CatalogObject> {
    const path = join(folder, file);
    const content = await contentOf(path, signal);
    const object = {
      generation,
      file,
      ...content,
      format: file === "catalog.db" ? schemaVersionOf(path) : INDEX_FORMAT,
    };
    // Another data folder can have claimed the store meanwhile.
    await this.#objects.claim();
    await this.#objects.store.put(catalogKey(content.digest), path, content, signal);
    await this.requireStored(object, signal);
    return object;
  }

  /** Throws ObjectStoreFailed unless the store has the object in its size. */
  async requireStored({ digest, byteSize }: ObjectContent, signal: AbortSignal | null): Promise<void> {
    const { store } = this.#objects;
    const found = await store.find(catalogKey(digest), signal);
    if (found?.byteSize === byteSize) return;
    throw new ObjectStoreFailed(
      "failed",
      `${store.name} has ${found?.byteSize ?? "no"} bytes of ${catalogKey(digest)}.`,
    );
  }

  async #objectOf(generation: number, file: CatalogFile): Promise<CatalogObject | null> {
    const objects = await this.#serviceDb.read(storedObjects(this.#serviceDb));
    return objects.find((object) => object.generation === generation && object.file === file) ?? null;
  }

  /** A file that a newer program has upgraded, here or in the store, counts as present: both are the same catalog. */
  async #isPresent(
    object: CatalogObject,
    { verifies, signal }: { readonly verifies: boolean; readonly signal: AbortSignal | null },
  ): Promise<boolean> {
    const path = this.#pathOf(object);
    const size = await stat(path).then(
      (found) => found.size,
      // Opening a file without permission says so.
      (error: unknown) => (hasErrorCode(error, "ENOENT", "ENOTDIR") ? null : object.byteSize),
    );
    if (size === null) return false;
    if ((schemaOf(path) ?? 0) > object.format || object.format > KNOWN_SCHEMA.catalog) return true;
    return size === object.byteSize && (!verifies || (await contentOf(path, signal)).digest === object.digest);
  }

  /** Writes beside the generation, so that it never has a part of a file. Throws ObjectStoreFailed, ObjectMissing, and StoreUnwritable. */
  async #download(object: CatalogObject, signal: AbortSignal | null): Promise<void> {
    const { generation, file, digest, byteSize } = object;
    const { store } = this.#objects;
    const key = catalogKey(digest);
    const found = await store.find(key, signal);
    if (found?.byteSize !== byteSize)
      throw new ObjectMissing(`${store.name} has ${found?.byteSize ?? "no"} bytes of ${key}.`);
    const path = this.#pathOf(object);
    // If this process is killed, an import removes it an hour later.
    const temporary = `${dirname(path)}.${randomId()}.${file}.partial`;
    await mkdir(dirname(temporary), { recursive: true, mode: 0o700 });
    if (this.#freeBytes(dirname(temporary)) - byteSize < FREE_BYTES_MIN) {
      throw noRoom(file === "catalog.db" ? "the catalog" : "the search index");
    }
    this.#log.info({ generation, file, bytes: byteSize, store: store.name }, "a catalog is downloaded from the store");
    let shownAt = performance.now();
    const read = async (first: number, last: number): Promise<Uint8Array> => {
      if (performance.now() - shownAt >= PROGRESS_EVERY_MS) {
        shownAt = performance.now();
        this.#log.info({ generation, file, done: first, bytes: byteSize }, "the download of a catalog continues");
      }
      return await store.read(key, first, last, signal);
    };
    try {
      if ((await downloadObject(read, byteSize, temporary)) !== digest) {
        throw new ObjectMissing(`The object ${key} in ${store.name} has other bytes than its name says.`);
      }
      // The time of an index says which measurements it can have.
      if (Number.isFinite(found.changedAt))
        await utimes(temporary, found.changedAt / SECOND_MS, found.changedAt / SECOND_MS);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await rename(temporary, path);
      await syncPath(dirname(path));
      await syncPath(dirname(dirname(path)));
      this.#log.info({ generation, file }, "a catalog was downloaded from the store");
    } finally {
      await rm(temporary, { force: true });
    }
  }

  #pathOf({ generation, file }: CatalogObject): string {
    return join(generationDir(this.#dataDir, generation), file);
  }
}

function isOfStore(error: unknown): boolean {
  return error instanceof ObjectStoreFailed || error instanceof ObjectMissing;
}

/** Returns the migrations of a database; null if it cannot be read. */
export function schemaOf(path: string): number | null {
  try {
    return schemaVersionOf(path);
  } catch {
    return null;
  }
}

/** Digests a file. Throws the signal's reason. */
async function contentOf(path: string, signal: AbortSignal | null): Promise<ObjectContent> {
  const file = await open(path, "r");
  try {
    return await copyDigesting(file, null, signal);
  } finally {
    await file.close();
  }
}
