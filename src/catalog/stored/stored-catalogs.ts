import { open } from "node:fs/promises";
import { join } from "node:path";
import type { ServiceDb } from "../../db/service-db.ts";
import { schemaVersionOf } from "../../db/schema-version.ts";
import type { Log } from "../../lib/log.ts";
import { copyDigesting } from "../../media/store/copy-digesting.ts";
import { type ObjectContent, ObjectStoreFailed } from "../../objects/object-store.ts";
import type { OwnedObjects } from "../../objects/owned-objects.ts";
import { INDEX_FORMAT } from "../../ranking/packed-format.ts";
import type { CatalogFile, CatalogObject } from "./objects-store.ts";

/** Keys of catalogs in a store of objects begin with this. */
export const CATALOG_PREFIX = "catalog/";

const CATALOG_FILES: readonly CatalogFile[] = ["catalog.db", "index.bin"];

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
}

/** The store of objects that has a copy of the files of each generation, named by the digests of their bytes. */
export class StoredCatalogs {
  readonly #objects: OwnedObjects;

  constructor({ objects }: StoredCatalogsParts) {
    this.#objects = objects;
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
