import { formatMediaRef } from "../../../schema/media-ref.ts";
import type { StoreSettings } from "../../config/store-settings.ts";
import { messageOf } from "../../lib/assert.ts";
import { MEDIA_PREFIX, refInKey } from "../../media/store/object-place.ts";
import { countDamagedMedia, damagedMediaIn } from "../../media/store/damage-store.ts";
import { RefSet } from "../../media/store/ref-set.ts";
import { ObjectStoreFailed } from "../../objects/object-store.ts";
import { S3Objects } from "../../objects/s3-objects.ts";
import { currentGeneration } from "../../catalog/generation.ts";
import { storedObjects } from "../../catalog/stored/objects-store.ts";
import { CATALOG_FILES, catalogKey } from "../../catalog/stored/stored-catalogs.ts";
import { isStoreUnconfirmed, UNCONFIRMED_SENTENCE } from "../claim-objects.ts";
import { type Check, fail, ok, warn } from "./check.ts";
import { readServiceDb } from "./read-service-db.ts";

const NAME = "store";
const CATALOGS = "stored catalogs";
const NAMED_MAX = 3;
const ADVICE: Readonly<Record<ObjectStoreFailed["failure"], string>> = {
  unreachable:
    "Check NEEDLEDROP_STORE_ENDPOINT and the network. Until the store answers, media answer 503 and searches work.",
  untrusted:
    "Set NEEDLEDROP_STORE_CA to a PEM file with the certificate of your authority, and check that the store's certificate is for the host in NEEDLEDROP_STORE_ENDPOINT and has not expired.",
  refused: "Check NEEDLEDROP_STORE_ACCESS_KEY, NEEDLEDROP_STORE_SECRET_KEY, the region, and the rights on the bucket.",
  failed: "Check that the bucket exists, and the region and the path style of the store.",
};

/** What a store of media has: refs, and refs with their sizes. */
export type StoredMedia = RefSet;

/** Lists the store of media. `stored` is null if it cannot be listed. */
export async function checkStore(
  settings: StoreSettings,
): Promise<{ readonly checks: readonly Check[]; readonly stored: StoredMedia | null }> {
  const stored = new RefSet();
  let files = 0;
  try {
    for await (const page of new S3Objects(settings).list(MEDIA_PREFIX, null)) {
      for (const { key, byteSize } of page) {
        const ref = refInKey(key);
        if (ref === null) continue;
        files += 1;
        stored.add(formatMediaRef(ref));
        stored.add(sizedName(formatMediaRef(ref), byteSize));
      }
    }
    return { checks: [ok(NAME, `${settings.url} answers; it has ${files} media`)], stored };
  } catch (error) {
    if (!(error instanceof ObjectStoreFailed)) throw error;
    return { checks: [fail(NAME, `${settings.url}: ${messageOf(error)}`, ADVICE[error.failure])], stored: null };
  }
}

/** Reports that nothing is removed from the store after a restore, and by a copy of the data folder. */
export async function checkStoreOwner({ url }: StoreSettings, dataDir: string): Promise<readonly Check[]> {
  const isUnconfirmed = await readServiceDb(dataDir, (db) => db.read(isStoreUnconfirmed(db, dataDir)));
  if (isUnconfirmed !== true) return [];
  const advice =
    "Once the other server is gone for good, or after you moved the data folder, run `needledrop store claim`. Never run it for a copy that only tests.";
  return [warn(NAME, `${url}: ${UNCONFIRMED_SENTENCE}`, advice)];
}

/** Reports objects that were read and have other bytes than their digests say. */
export async function checkDamage({ url }: Pick<StoreSettings, "url">, dataDir: string): Promise<readonly Check[]> {
  const found = await readServiceDb(dataDir, async (db) => ({
    count: await db.read(countDamagedMedia(db)),
    first: await db.read(damagedMediaIn(db, { before: Number.MAX_SAFE_INTEGER, limit: NAMED_MAX })),
  }));
  if (found === null || found.count === 0) return [];
  const { count, first } = found;
  const detail = `${url}: ${count} media are damaged: ${first.join(", ")}${count > first.length ? ", …" : ""}`;
  return [
    fail(NAME, detail, "Import their files again, or put the right objects back: they are read again within an hour."),
  ];
}

/** Compares the copies of catalogs that are recorded with the store's objects. Throws ObjectStoreFailed. */
export async function checkStoredCatalogs(settings: StoreSettings, dataDir: string): Promise<readonly Check[]> {
  const found = await readServiceDb(dataDir, async (db) => ({
    current: await db.read(currentGeneration(db)),
    objects: await db.read(storedObjects(db)),
  }));
  if (found === null || found.current === null) return [];
  const { current, objects } = found;
  const store = new S3Objects(settings);
  const lost: string[] = [];
  for (const { generation, file, digest, byteSize } of objects) {
    const object = await store.find(catalogKey(digest), null);
    if (object?.byteSize !== byteSize) lost.push(`${file} of generation ${generation} (${catalogKey(digest)})`);
  }
  const again = "A running server sends them again within an hour.";
  if (lost.length > 0) return [fail(CATALOGS, `${settings.url} has lost ${lost.join(", ")}`, again)];
  const present = objects.filter(({ generation }) => generation === current.number);
  if (present.length < CATALOG_FILES.length) {
    const what = `${settings.url} has ${present.length} of the ${CATALOG_FILES.length} files of generation ${current.number}`;
    return [
      warn(
        CATALOGS,
        what,
        "A running server sends a catalog within minutes, and an index that was built again within six hours.",
      ),
    ];
  }
  return [ok(CATALOGS, `${settings.url} has generation ${current.number} and its index`)];
}

export function sizedName(ref: string, byteSize: number): string {
  return `${ref} ${byteSize}`;
}
