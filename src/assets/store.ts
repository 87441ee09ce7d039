import { and, desc, eq, gt, inArray, lt, sql } from "drizzle-orm";
import { assets } from "../../schema/tables/service/assets.ts";
import type { Reading, Writing } from "../db/service-db.ts";
import { type Clock, DAY_MS } from "../lib/clock.ts";
import { type Asset, assetAt } from "./asset.ts";
import type { AssetPlace } from "./asset-page.ts";
import type { OriginalFate } from "./upload-folder.ts";

/** Reads assets as they are now: what has outlived its analysis reads as expired. */
export class AssetReader {
  readonly #reading: Reading;
  readonly #clock: Clock;
  readonly #analysisMs: number;

  constructor(reading: Reading, clock: Clock, analysisMs: number) {
    this.#reading = reading;
    this.#clock = clock;
    this.#analysisMs = analysisMs;
  }

  /** Before this an analysis was made that is expired now; milliseconds. */
  expiredBefore(): number {
    return this.#clock.now() - this.#analysisMs;
  }

  /** The assets of `keyId` among `ids`; another key's count as none. `ids` is bounded by the search's hard cap. */
  findAll(keyId: string, ids: readonly string[]): readonly Asset[] {
    if (ids.length === 0) return [];
    const rows = this.#reading.orm
      .select()
      .from(assets)
      .where(and(eq(assets.keyId, keyId), inArray(assets.id, [...ids])))
      .all();
    return rows.map((row) => assetAt(row, this.expiredBefore()));
  }

  find(keyId: string, id: string): Asset | null {
    return this.findAll(keyId, [id])[0] ?? null;
  }

  /** A key's assets, the newest first, from after `after` (index assets_by_key). */
  list(keyId: string, after: AssetPlace | null, limit: number): readonly Asset[] {
    const rows = this.#reading.orm
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
      .limit(limit)
      .all();
    return rows.map((row) => assetAt(row, this.expiredBefore()));
  }
}

/** An asset whoever it belongs to: for its jobs. */
export function findAsset(reading: Reading, id: string): Asset | null {
  return reading.orm.select().from(assets).where(eq(assets.id, id)).get() ?? null;
}

export function insertAsset(tx: Writing, asset: Asset): void {
  tx.orm.insert(assets).values(asset).run();
}

/** False when there is none with this id that `keyId` owns. */
export function deleteAsset(tx: Writing, keyId: string, id: string): boolean {
  const removed = tx.orm
    .delete(assets)
    .where(and(eq(assets.id, id), eq(assets.keyId, keyId)))
    .returning({ id: assets.id })
    .all();
  return removed.length > 0;
}

export function beginProcessing(tx: Writing, id: string): void {
  tx.orm
    .update(assets)
    .set({ status: "processing" })
    .where(and(eq(assets.id, id), eq(assets.status, "pending")))
    .run();
}

export interface AssetEnd {
  readonly status: "processed" | "failed" | "blocked";
  readonly processedAt: number;
  readonly analysis: string | null;
  readonly error: string | null;
  readonly originalRetained?: boolean;
}

/** Ends an asset's work. False when it was deleted, or had ended: ending twice does nothing. */
export function endAsset(tx: Writing, id: string, end: AssetEnd): boolean {
  const ended = tx.orm
    .update(assets)
    .set(end)
    .where(and(eq(assets.id, id), inArray(assets.status, ["pending", "processing"])))
    .returning({ id: assets.id })
    .all();
  return ended.length > 0;
}

/** Whether anything has to be expired, without the write lock (index assets_to_expire). */
export function hasOutdated(reading: Reading, expiredBefore: number): boolean {
  const row = reading.orm
    .select({ id: assets.id })
    .from(assets)
    .where(and(sql`status = 'processed'`, lt(assets.processedAt, expiredBefore)))
    .limit(1)
    .get();
  return row !== undefined;
}

/** Expires up to `limit` assets whose analysis is older, and returns how many. */
export function expireAssets(tx: Writing, expiredBefore: number, limit: number): number {
  const outdated = tx.orm
    .select({ id: assets.id })
    .from(assets)
    .where(and(sql`status = 'processed'`, lt(assets.processedAt, expiredBefore)))
    .limit(limit)
    .all();
  if (outdated.length === 0) return 0;
  const ids = outdated.map((row) => row.id);
  tx.orm.update(assets).set({ status: "expired", analysis: null }).where(inArray(assets.id, ids)).run();
  return ids.length;
}

/**
 * Analyses of a clock that was ahead, up to `limit`, count as made at `now`, so that they expire (index assets_to_expire).
 * Returns how many there were.
 */
export function repairProcessedAt(tx: Writing, now: number, limit: number): number {
  const ahead = tx.orm
    .select({ id: assets.id })
    .from(assets)
    .where(and(sql`status = 'processed'`, gt(assets.processedAt, now + DAY_MS)))
    .limit(limit)
    .all();
  const ids = ahead.map((row) => row.id);
  if (ids.length > 0) tx.orm.update(assets).set({ processedAt: now }).where(inArray(assets.id, ids)).run();
  return ids.length;
}

/** Whether the original of an asset is still needed: until it is analysed, or for good. */
export function originalFate(reading: Reading, id: string): OriginalFate {
  const asset = findAsset(reading, id);
  if (asset === null) return "unknown";
  const isNeeded = asset.originalRetained || asset.status === "pending" || asset.status === "processing";
  return isNeeded ? "needed" : "unneeded";
}
