import type { Clock } from "../../lib/clock.ts";
import type { OwnedObjects } from "../../objects/owned-objects.ts";
import { MediaCache } from "./media-cache.ts";
import { MediaStore, type StoreUser } from "./media-store.ts";
import { type Damage, ObjectPlace } from "./object-place.ts";

export interface OpenedObjects extends OwnedObjects {
  readonly cacheBytes: number;
  readonly damage: Damage;
  /** Whether clients are sent to the store for originals. */
  readonly redirects: boolean;
}

export interface MediaStoreParts {
  readonly dataDir: string;
  readonly user: StoreUser;
  readonly clock: Clock;
  /** Null: imported media are files of the data folder. */
  readonly objects: OpenedObjects | null;
}

/** Opens the store of the imported media. */
export function openMediaStore({ dataDir, user, clock, objects }: MediaStoreParts): MediaStore {
  if (objects === null) return new MediaStore(dataDir, user);
  const cache = new MediaCache(dataDir, { bytesMax: objects.cacheBytes, clock });
  return new MediaStore(dataDir, user, {
    place: new ObjectPlace(objects.store, cache, {
      claim: () => objects.claim(),
      damage: objects.damage,
      redirects: objects.redirects,
    }),
    mayRemove: () => objects.mayRemove(),
  });
}
