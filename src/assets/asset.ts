import type { assets } from "../../schema/tables/service/assets.ts";

/** An uploaded picture or film. */
export type Asset = typeof assets.$inferSelect;

/** What one search may reference. */
export const IMAGES_PER_SEARCH = 10;
export const VIDEOS_PER_SEARCH = 1;

/** The asset as it is at a time: an analysis that is older than it may be is expired, whether or not the duty has run. */
export function assetAt(asset: Asset, expiredBefore: number): Asset {
  const { status, processedAt } = asset;
  if (status !== "processed" || processedAt === null || processedAt >= expiredBefore) return asset;
  return { ...asset, status: "expired", analysis: null };
}
