import { existsSync } from "node:fs";
import type { AssetPosition } from "../assets/asset.ts";
import { Originals } from "../assets/originals.ts";
import { type NeededOriginal, neededOriginals } from "../assets/store.ts";
import { UploadFolder } from "../assets/upload-folder.ts";
import { freeBytes } from "../lib/free-bytes.ts";
import type { ObjectStore } from "../objects/object-store.ts";
import { claimedAt, claimObjects } from "./claim-objects.ts";
import type { Core } from "./core.ts";
import { takeServerLock } from "./data-locks.ts";

const BATCH = 1_000;

export interface OriginalsFetched {
  readonly fetched: number;
  /** Those that the data folder had already. */
  readonly present: number;
  /** Ids of assets whose originals are missing in the store, or damaged. */
  readonly lost: readonly string[];
}

/** Copies the originals of uploads from the store back to the data folder. Throws ObjectStoreFailed, StoreUnwritable, ServerRunning. */
export async function fetchOriginals(
  { config: { dataDir }, db, log, clock }: Pick<Core, "config" | "db" | "log" | "clock">,
  store: ObjectStore,
): Promise<OriginalsFetched> {
  const lock = takeServerLock(dataDir, { pid: process.pid, role: "store fetch", address: null, since: clock.now() });
  try {
    await claimObjects(store, dataDir, db);
    const folder = new UploadFolder(dataDir);
    const objects = {
      store,
      claim: () => Promise.resolve(),
      claimedAt: () => claimedAt(store),
      mayRemove: () => Promise.resolve(false),
      outage: () => null,
    };
    const originals = new Originals({ folder, objects, log, freeBytes: () => freeBytes(dataDir) });
    const lost: string[] = [];
    let [fetched, present] = [0, 0];
    for (let after: AssetPosition | null = null; ;) {
      const assets: readonly NeededOriginal[] = await db.read(neededOriginals(db, { after, limit: BATCH }));
      for (const asset of assets) {
        const isPresent = existsSync(folder.originalPath(asset.id));
        if ((await originals.fetch(asset)) === null) lost.push(asset.id);
        else if (isPresent) present += 1;
        else fetched += 1;
      }
      after = assets.at(-1) ?? null;
      if (after === null) break;
    }
    return { fetched, present, lost };
  } finally {
    lock.release();
  }
}
