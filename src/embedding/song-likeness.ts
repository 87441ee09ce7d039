import type { Brief, Likeness } from "../../schema/brief.ts";
import type { CatalogDb } from "../catalog/catalog-db.ts";
import type { Reading } from "../db/service-db.ts";
import type { BriefEmbedder } from "./embed-brief.ts";
import { cosine } from "./quantize.ts";
import { songWords } from "./song-words.ts";
import { findModel, keyOfWords, vectorsOf } from "./store.ts";

/** What is asked for songs: the catalog that is searched, which may be another one when a brief's direction has come. */
export type Songs = Pick<CatalogDb, "songsByIds">;

/** Measures how like a brief songs are. Null: it cannot be measured now, and the search does without. */
export type LikenessTo = (brief: Brief) => Promise<((songs: Songs) => Likeness) | null>;

/** A brief's likeness by its direction; waits for that as long as `briefs` does. */
export function likenessBy(
  briefs: Pick<BriefEmbedder, "directionOf">,
  from: { readonly reading: Reading; readonly model: string },
): LikenessTo {
  return async (brief) => {
    const direction = await briefs.directionOf(brief);
    return direction === null ? null : (songs) => songLikeness(direction, { ...from, songs });
  };
}

/**
 * How like a direction songs are. What they say is read from the catalog that is searched, and their vectors are found by
 * it: a song that changed since has none, and a song that is gone is not asked for. Nothing stays in memory.
 */
function songLikeness(
  direction: Int8Array,
  from: { readonly reading: Reading; readonly model: string; readonly songs: Songs },
): Likeness {
  return {
    of: (songIds) => {
      const modelId = findModel(from.reading, from.model, direction.length);
      if (modelId === null) return new Map();
      const songs = [...from.songs.songsByIds(songIds).values()];
      const keys = songs.map((song) => keyOfWords(songWords(song)));
      const alike = new Map<string, number>();
      vectorsOf(from.reading, modelId, keys).forEach((vector, at) => {
        const id = songs[at]?.id;
        const similarity = vector === null ? null : cosine(direction, vector);
        if (id !== undefined && similarity !== null) alike.set(id, similarity);
      });
      return alike;
    },
  };
}
