import type { ServiceDb } from "../../db/service-db.ts";
import { type Clock, DAY_MS } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";
import type { StoredObject } from "../../objects/object-store.ts";
import type { OwnedObjects } from "../../objects/owned-objects.ts";
import { lockUnlessImporting } from "../import/import-lock.ts";
import { storedObjects } from "./objects-store.ts";
import { CATALOG_PREFIX, digestInKey } from "./stored-catalogs.ts";

/** An object without a row can belong to an import that has not switched yet. */
const SWEEP_GRACE_MS = DAY_MS;

export interface SweepStoredParts {
  readonly dataDir: string;
  readonly serviceDb: ServiceDb;
  readonly objects: OwnedObjects;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal | null;
}

/**
 * Removes objects of catalogs that are neither the current nor the former one, a day after they were written, and returns their number.
 * Throws ObjectStoreFailed, and the signal's reason.
 */
export async function sweepStoredCatalogs(parts: SweepStoredParts): Promise<number> {
  const { objects, log, signal } = parts;
  if (!(await objects.mayRemove())) return 0;
  await objects.claim();
  const unused: string[] = [];
  for await (const page of objects.store.list(CATALOG_PREFIX, signal)) {
    for (const object of page) if (await isUnused(parts, object)) unused.push(object.key);
  }
  let removed = 0;
  for (const key of unused) {
    // For one object at a time, because an import waits for it.
    const lock = await lockUnlessImporting(parts);
    if (lock === null) break;
    try {
      // An import can have sent the same content again.
      const found = await objects.store.find(key, signal);
      if (found === null || !(await isUnused(parts, found))) continue;
      await objects.store.remove(key);
      removed += 1;
    } finally {
      await lock.release();
    }
  }
  if (removed > 0) log.info({ removed }, "catalogs that are not needed any more were removed from the store");
  return removed;
}

async function isUnused({ serviceDb, clock }: SweepStoredParts, { key, changedAt }: StoredObject): Promise<boolean> {
  const digest = digestInKey(key);
  // Of another program, or a store that does not say when it was written.
  if (digest === null || !Number.isFinite(changedAt)) return false;
  if (Math.abs(clock.now() - changedAt) < SWEEP_GRACE_MS) return false;
  const rows = await serviceDb.read(storedObjects(serviceDb));
  return rows.every((row) => row.digest !== digest);
}
