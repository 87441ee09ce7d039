import type { Brief, Likeness } from "../../schema/brief.ts";
import type { CatalogDb } from "../catalog/catalog-db.ts";
import type { BriefEmbedder } from "./embed-brief.ts";
import { cosine } from "./quantize.ts";
import { songWords } from "./song-words.ts";
import { findModel, keyOfWords, vectorsOf } from "./store.ts";
import type { VectorFile } from "./vector-file.ts";

/** The catalog that is searched; it can change while the direction of a brief is requested. */
export type Songs = Pick<CatalogDb, "songsByIds">;

/** Measures how similar songs are to a brief. Null if it cannot be measured now; the search then works without it. */
export type MeasureLikeness = (brief: Brief) => Promise<((songs: Songs) => Likeness) | null>;

/**
 * Returns a function that compares songs with the direction of a brief's vector. `briefs` requests that direction and
 * limits the wait for it.
 */
export function likenessMeasurer(
  briefs: Pick<BriefEmbedder, "directionOf">,
  from: { readonly vectors: VectorFile; readonly model: string },
): MeasureLikeness {
  return async (brief) => {
    const direction = await briefs.directionOf(brief);
    return direction === null ? null : (songs) => songLikeness(direction, { ...from, songs });
  };
}

/**
 * Measures how similar songs are to a direction. It reads the words of songs from the catalog that is searched, and
 * finds their vectors by these words. A song that has changed since has no vector. Nothing stays in memory. While the vectors
 * are unavailable, no song has one.
 */
function songLikeness(
  direction: Int8Array,
  { vectors, model, songs: among }: { readonly vectors: VectorFile; readonly model: string; readonly songs: Songs },
): Likeness {
  return {
    of: (songIds) => {
      const modelId = vectors.readIfAvailable((sqlite) => findModel(sqlite, model, direction.length));
      if (modelId === null) return new Map();
      const songs = [...among.songsByIds(songIds).values()];
      const keys = songs.map((song) => keyOfWords(songWords(song)));
      const found = vectors.readIfAvailable((sqlite) => vectorsOf(sqlite, modelId, keys));
      const alike = new Map<string, number>();
      found?.forEach((vector, at) => {
        const id = songs[at]?.id;
        const similarity = vector === null ? null : cosine(direction, vector);
        if (id !== undefined && similarity !== null) alike.set(id, similarity);
      });
      return alike;
    },
  };
}
