import { and, asc, desc, eq, gt, inArray, lt, lte, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import { assets } from "../../schema/tables/service/assets.ts";
import type { HeardSound } from "../../schema/heard-sound.ts";
import { listWindows } from "../db/list-in-windows.ts";
import { unindexed } from "../db/engine-sql.ts";
import type { Reading, Writing } from "../db/service-db.ts";
import { all, first, run, type Work, type WorkInSteps } from "../db/work.ts";
import { type Clock, DAY_MS } from "../lib/clock.ts";
import { NUL } from "../lib/find-nul.ts";
import { type HeardChoice, heardIn } from "./heard-assets.ts";
import { deleteHearings } from "./sound-store.ts";
import { type Asset, assetAt, type AssetPosition } from "./asset.ts";
import { allAssets, type AssetFilter } from "./list-store.ts";
import type { OriginalStatus } from "./upload-folder.ts";

/** Reads assets. An asset whose analysis is too old reads as expired. */
export class AssetReader {
  readonly #reading: Reading;
  readonly #clock: Clock;
  readonly #analysisMs: number;

  constructor(reading: Reading, clock: Clock, analysisMs: number) {
    this.#reading = reading;
    this.#clock = clock;
    this.#analysisMs = analysisMs;
  }

  /** Analyses completed before this time have expired. Milliseconds since the epoch. */
  expiredBefore(): number {
    return this.#clock.now() - this.#analysisMs;
  }

  /** Returns the assets of `keyId` among `given`, any texts of a client. The maximum for a search bounds them. */
  *findAll(keyId: string, given: readonly string[]): Work<readonly Asset[]> {
    // PostgreSQL refuses a parameter with U+0000.
    const ids = given.filter((id) => !id.includes(NUL));
    if (ids.length === 0) return [];
    const rows = yield* all(
      this.#reading.orm
        .select()
        .from(assets)
        .where(and(eq(assets.keyId, keyId), inArray(assets.id, ids)))
        .orderBy(asc(assets.id)),
    );
    return rows.map((row) => assetAt(row, this.expiredBefore()));
  }

  /** Returns the sounds of these assets that songs are compared with. */
  heardIn(found: readonly Asset[], choice: HeardChoice): Work<readonly HeardSound[]> {
    return heardIn(this.#reading, found, choice);
  }

  *find(keyId: string, id: string): Work<Asset | null> {
    const [asset = null] = yield* this.findAll(keyId, [id]);
    return asset;
  }

  /** Returns a key's assets, newest first, that follow `after` (index assets_by_key). */
  *list(keyId: string, after: AssetPosition | null, limit: number): Work<readonly Asset[]> {
    const rows = yield* all(
      this.#reading.orm
        .select()
        .from(assets)
        .where(
          after === null
            ? eq(assets.keyId, keyId)
            : and(
                eq(assets.keyId, keyId),
                sql`(${assets.submittedAt}, ${assets.id}) < (${after.submittedAt}, ${after.id})`,
              ),
        )
        .orderBy(desc(assets.submittedAt), desc(assets.id))
        .limit(limit),
    );
    return rows.map((row) => assetAt(row, this.expiredBefore()));
  }

  /** Returns an asset of any key, for administrators. */
  *findOfAny(id: string): Work<Asset | null> {
    const asset = yield* findAsset(this.#reading, id);
    return asset === null ? null : assetAt(asset, this.expiredBefore());
  }

  /**
   * Returns assets of all keys, newest first, that follow `after` (index assets_by_key, assets_by_status or assets_by_time). What the
   * index does not know is looked up in steps. An analysis that has just become too old is in no list of one state until the
   * expiry duty has run.
   */
  *listOfAll(filter: AssetFilter, after: AssetPosition | null, limit: number): WorkInSteps<readonly Asset[]> {
    const expiredBefore = this.expiredBefore();
    const rows = yield* listWindows(allAssets(this.#reading, filter, expiredBefore), { after, limit });
    return rows.map((row) => assetAt(row, expiredBefore));
  }
}

/** Returns whether `keyId` has an asset with this id. */
export function* hasAsset(reading: Reading, keyId: string, id: string): Work<boolean> {
  const asset = yield* findAsset(reading, id);
  return asset?.keyId === keyId;
}

/** Returns an asset of any key, for the asset's jobs. */
export function findAsset(reading: Reading, id: string): Work<Asset | null> {
  return first(reading.orm.select().from(assets).where(eq(assets.id, id)));
}

export function insertAsset(tx: Writing, asset: Asset): Work<void> {
  return run(tx.orm.insert(assets).values(asset));
}

/** Returns false if `keyId` has no asset with this id. */
export function* deleteAsset(tx: Writing, keyId: string, id: string): Work<boolean> {
  const removed = yield* all(
    tx.orm
      .delete(assets)
      .where(and(eq(assets.id, id), eq(assets.keyId, keyId)))
      .returning({ id: assets.id }),
  );
  return removed.length > 0;
}

export function beginProcessing(tx: Writing, id: string): Work<void> {
  return run(
    tx.orm
      .update(assets)
      .set({ status: "processing" })
      .where(and(eq(assets.id, id), eq(assets.status, "pending"))),
  );
}

/** Makes an asset wait for another analysis. Its original must be retained. */
export function* reopenAsset(tx: Writing, id: string): Work<void> {
  yield* run(
    tx.orm
      .update(assets)
      .set({ status: "pending", processedAt: null, error: null, analysis: null })
      .where(eq(assets.id, id)),
  );
  yield* deleteHearings(tx, [id]);
}

/** The outcome of an analysis. */
export interface AssetResult {
  readonly status: "processed" | "failed" | "blocked";
  readonly processedAt: number;
  readonly analysis: string | null;
  readonly error: string | null;
  readonly originalRetained?: boolean;
}

/** Records the result of an analysis. Returns false and does nothing if the asset was deleted or already has a result. */
export function* recordResult(tx: Writing, id: string, result: AssetResult): Work<boolean> {
  const recorded = yield* all(
    tx.orm
      .update(assets)
      .set(result)
      .where(and(eq(assets.id, id), inArray(assets.status, ["pending", "processing"])))
      .returning({ id: assets.id }),
  );
  return recorded.length > 0;
}

interface ExpiryTimes {
  readonly expiredBefore: number;
  readonly now: number;
}

/** Returns whether an asset has to expire (index assets_to_expire). Needs no write lock. */
export function* hasOutdated(reading: Reading, expiredBefore: number): Work<boolean> {
  const row = yield* first(
    reading.orm
      .select({ id: assets.id })
      .from(assets)
      .where(and(sql`status = 'processed'`, lt(assets.processedAt, expiredBefore)))
      .limit(1),
  );
  return row !== null;
}

/** Expires up to `limit` assets whose analysis was completed before `expiredBefore`. Returns the expired assets. */
export function* expireAssets(
  tx: Writing,
  expiredBefore: number,
  limit: number,
): Work<readonly { readonly id: string; readonly keyId: string }[]> {
  const isOutdated = and(sql`status = 'processed'`, lt(assets.processedAt, expiredBefore));
  const expired = yield* changeSome(tx, isOutdated, { status: "expired", analysis: null }, limit);
  if (expired.length > 0) {
    yield* deleteHearings(
      tx,
      expired.map(({ id }) => id),
    );
  }
  return expired;
}

/**
 * Sets `processedAt` to `now` for up to `limit` analyses that were completed while the clock was more than a day ahead, so that they
 * expire (index assets_to_expire). Returns the number of changed assets.
 */
export function* repairProcessedAt(tx: Writing, now: number, limit: number): Work<number> {
  const isAhead = and(sql`status = 'processed'`, gt(assets.processedAt, now + DAY_MS));
  return (yield* changeSome(tx, isAhead, { processedAt: now }, limit)).length;
}

/**
 * Sets `processedAt` to the upload for up to `limit` analyses that seem to have expired before they were uploaded: the clock was
 * behind when `repairProcessedAt` changed them (index assets_to_expire). Returns the number of changed assets.
 */
export function* restoreProcessedAt(tx: Writing, times: ExpiryTimes, limit: number): Work<number> {
  const { expiredBefore, now } = times;
  const isEarly = and(
    sql`status = 'processed'`,
    lt(assets.processedAt, expiredBefore),
    lt(assets.processedAt, assets.submittedAt),
    lte(assets.submittedAt, now),
  );
  return (yield* changeSome(tx, isEarly, { processedAt: sql`submitted_at` }, limit)).length;
}

/** Changes up to `limit` assets for which a condition holds. It must still hold when a row is changed: another node can change it before. */
function* changeSome(
  tx: Writing,
  condition: SQL | undefined,
  change: SQLiteUpdateSetSource<typeof assets>,
  limit: number,
): Work<readonly { readonly id: string; readonly keyId: string }[]> {
  const { id, keyId } = assets;
  const chosen = yield* all(tx.orm.select({ id }).from(assets).where(condition).limit(limit));
  if (chosen.length === 0) return [];
  const ids = chosen.map((row) => row.id);
  const isChosen = and(inArray(id, ids), condition);
  return yield* all(tx.orm.update(assets).set(change).where(isChosen).returning({ id, keyId }));
}

export type NeededOriginal = Pick<Asset, "id" | "byteSize" | "sha256" | "submittedAt">;

/** Returns the next assets that still need their originals, the newest first (index assets_by_time). */
export function neededOriginals(
  reading: Reading,
  { after, limit }: { readonly after: AssetPosition | null; readonly limit: number },
): Work<readonly NeededOriginal[]> {
  const { id, byteSize, sha256, submittedAt } = assets;
  return all(
    reading.orm
      .select({ id, byteSize, sha256, submittedAt })
      .from(assets)
      .where(
        and(
          or(eq(assets.originalRetained, true), inArray(unindexed(reading, assets.status), ["pending", "processing"])),
          after === null ? undefined : sql`(${submittedAt}, ${id}) < (${after.submittedAt}, ${after.id})`,
        ),
      )
      .orderBy(desc(submittedAt), desc(id))
      .limit(limit),
  );
}

/** Returns an asset whose analysis has ended and whose original is kept. */
export function* findSettled(reading: Reading, id: string): Work<Asset | null> {
  const asset = yield* findAsset(reading, id);
  if (asset?.originalRetained !== true || asset.status === "pending" || asset.status === "processing") return null;
  return asset;
}

/** Returns whether an asset still needs its original: until it is analysed, or permanently if originals are retained. */
export function* originalStatus(reading: Reading, id: string): Work<OriginalStatus> {
  const asset = yield* findAsset(reading, id);
  if (asset === null) return "unknown";
  const isNeeded = asset.originalRetained || asset.status === "pending" || asset.status === "processing";
  return isNeeded ? "needed" : "unneeded";
}
