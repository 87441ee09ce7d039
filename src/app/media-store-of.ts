import { MediaDamage } from "../media/store/media-damage.ts";
import type { MediaStore, StoreUser } from "../media/store/media-store.ts";
import { openMediaStore } from "../media/store/open-media-store.ts";
import { S3Objects } from "../objects/s3-objects.ts";
import { claimObjects, isStoreUnconfirmed } from "./claim-objects.ts";
import type { Core } from "./core.ts";

/** Opens the store of the imported media for a command: the data folder's, or the one of the settings. */
export function mediaStoreOf(
  { config, clock, db, log }: Pick<Core, "config" | "clock" | "db" | "log">,
  user: StoreUser,
): MediaStore {
  const { dataDir, store } = config;
  if (store === null) return openMediaStore({ dataDir, user, clock, objects: null });
  const objects = new S3Objects(store);
  const claim = (): Promise<void> => claimObjects(objects, dataDir, db);
  const mayRemove = async (): Promise<boolean> => !(await db.read(isStoreUnconfirmed(db, dataDir)));
  const opened = {
    store: objects,
    cacheBytes: store.cacheBytes,
    claim,
    mayRemove,
    damage: new MediaDamage({ db, clock, log }),
    redirects: false,
  };
  return openMediaStore({ dataDir, user, clock, objects: opened });
}
