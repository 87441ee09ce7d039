import type { Feature, FeatureDeps } from "../feature/feature.ts";
import type { SongEmbeddingParts } from "./embed-songs.ts";
import { openLikeness, openSongEmbedding } from "./open-embedding.ts";
import type { MeasureLikeness } from "./song-likeness.ts";

export interface EmbeddingFeature extends Feature {
  /** Null when no embedding model is configured. */
  readonly likenessTo: MeasureLikeness | null;
}

/** Likeness of songs to briefs by an optional embedding model. Without a configured model it is empty. */
export function embeddingFeature(deps: FeatureDeps, catalog: SongEmbeddingParts["catalog"]): EmbeddingFeature {
  const likeness = openLikeness(deps, deps.timer);
  return {
    name: "embedding",
    likenessTo: likeness?.likenessTo ?? null,
    duties: openSongEmbedding(deps, catalog, deps.timer),
    services: likeness === null ? [] : [likeness],
  };
}
