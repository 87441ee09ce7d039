import type { assets } from "../../schema/tables/service/assets.ts";

/** An uploaded picture or film, as far as a search has to know it. */
export type Asset = typeof assets.$inferSelect;

/** What one search may reference. */
export const IMAGES_PER_SEARCH = 10;
export const VIDEOS_PER_SEARCH = 1;
