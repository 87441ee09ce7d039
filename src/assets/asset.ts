import type { assets } from "../../schema/tables/service/assets.ts";

/** An uploaded picture, film or audio file. */
export type Asset = typeof assets.$inferSelect;

/** A position in a key's list of assets, which is ordered by both fields. */
export interface AssetPosition {
  /** Milliseconds since the epoch. */
  readonly submittedAt: number;
  readonly id: string;
}

/** Limits for one search. */
export const IMAGES_PER_SEARCH = 10;
export const VIDEOS_PER_SEARCH = 1;
export const AUDIOS_PER_SEARCH = 1;

/** Returns the asset as expired if its analysis was completed before `expiredBefore`, even if the expiry duty has not run yet. */
export function assetAt(asset: Asset, expiredBefore: number): Asset {
  const { status, processedAt } = asset;
  if (status !== "processed" || processedAt === null || processedAt >= expiredBefore) return asset;
  return { ...asset, status: "expired", analysis: null };
}
