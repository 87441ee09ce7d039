import type { SearchRequest } from "../../../../clients/typescript/operations.ts";
import type { SliderWeights } from "../lib/likeness-weights.ts";
import type { Excerpt } from "./excerpt.ts";

/** A change of what was understood. */
export type WishChange = NonNullable<SearchRequest["data"]["attributes"]["wishes"]>[number];

/**
 * What a search is about. `assetIds` are uploaded pictures, films and audio files, `tempTrack` says whether songs shall sound like the
 * film, `excerpt` is the part of the sound that counts; null for all of it; and `weights` say how much its facets count. `likes` and `dislikes` are songs, and `wishes` changes
 * of what was understood. `refines` is the search whose answer is changed, or null.
 */
export interface SearchWishes {
  readonly refines: string | null;
  readonly query: string;
  readonly context: string;
  readonly assetIds: readonly string[];
  readonly tempTrack: boolean;
  readonly excerpt: Excerpt | null;
  readonly weights: SliderWeights | null;
  readonly likes: readonly string[];
  readonly dislikes: readonly string[];
  readonly wishes: readonly WishChange[];
}
