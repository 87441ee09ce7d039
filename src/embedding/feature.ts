import type { Feature, FeatureDeps } from "../feature/feature.ts";
import type { SongEmbeddingParts } from "./embed-songs.ts";
import { openLikeness, openSongEmbedding } from "./open-embedding.ts";
import type { MeasureLikeness } from "./song-likeness.ts";
import type { VectorFile } from "./vector-file.ts";

export interface EmbeddingFeature extends Feature {
  /** Null when no embedding model is configured. */
  readonly likenessTo: MeasureLikeness | null;
  /** Null when no embedding model is configured. */
  readonly vectors: VectorFile | null;
}

/** Likeness of songs to briefs by an optional embedding model. Without a configured model it is empty. */
export function embeddingFeature(deps: FeatureDeps, catalog: SongEmbeddingParts["catalog"]): EmbeddingFeature {
  const likeness = openLikeness(deps, deps.timer, { user: "server" });
  if (likeness === null) return { name: "embedding", likenessTo: null, vectors: null };
  const { likenessTo, vectors } = likeness;
  const duties = openSongEmbedding(deps, catalog, { timer: deps.timer, vectors });
  return { name: "embedding", likenessTo, vectors, duties, services: [likeness] };
}
