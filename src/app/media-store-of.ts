import { StoredCatalogs } from "../catalog/stored/stored-catalogs.ts";
import { MediaDamage } from "../media/store/media-damage.ts";
import type { MediaStore, StoreUser } from "../media/store/media-store.ts";
import { openMediaStore } from "../media/store/open-media-store.ts";
import type { OwnedObjects } from "../objects/owned-objects.ts";
import { S3Objects } from "../objects/s3-objects.ts";
import { claimObjects, isStoreUnconfirmed } from "./claim-objects.ts";
import type { Core } from "./core.ts";

type StoreCore = Pick<Core, "config" | "clock" | "db" | "log">;

/** Opens the store of the imported media for a command: the data folder's, or the one of the settings. */
export function mediaStoreOf(core: StoreCore, user: StoreUser): MediaStore {
  const { config, clock, db, log } = core;
  const owned = ownedObjects(core);
  if (config.store === null || owned === null) return openMediaStore({ ...config, user, clock, objects: null });
  const { cacheBytes } = config.store;
  const objects = { ...owned, cacheBytes, damage: new MediaDamage({ db, clock, log }), redirects: false };
  return openMediaStore({ ...config, user, clock, objects });
}

/** Returns the store that has the catalogs, for a command; null without a store. */
export function storedCatalogsOf(core: StoreCore): StoredCatalogs | null {
  const { config, db: serviceDb, log } = core;
  const objects = ownedObjects(core);
  return objects === null ? null : new StoredCatalogs({ dataDir: config.dataDir, serviceDb, objects, log });
}

function ownedObjects({ config: { dataDir, store: settings }, db }: StoreCore): OwnedObjects | null {
  if (settings === null) return null;
  const store = new S3Objects(settings);
  return {
    store,
    claim: () => claimObjects(store, dataDir, db),
    mayRemove: async () => !(await db.read(isStoreUnconfirmed(db, dataDir))),
  };
}
