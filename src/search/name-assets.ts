import { shorten } from "../lib/shorten.ts";

/** More are only counted. */
const NAMED_ASSETS_MAX = 3;

/** Names assets in a sentence of an error. */
export function nameAssets(ids: readonly string[]): string {
  const shown = ids.slice(0, NAMED_ASSETS_MAX).map(shorten).join(", ");
  const more = ids.length - NAMED_ASSETS_MAX;
  return `${ids.length === 1 ? "Asset" : "Assets"}: ${shown}${more > 0 ? ` and ${more} more` : ""}.`;
}
