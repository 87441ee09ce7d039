import type { SimilarSongs } from "../../../../clients/typescript/operations.ts";
import { ownUrl } from "../lib/own-url.ts";
import type { PlayableRow } from "../player/heard.ts";
import type { GivenReasons } from "./reason-text.ts";
import { fileOf } from "./result-rows.ts";

/** A song that is similar to another one. */
export interface SimilarRow extends PlayableRow, GivenReasons {
  readonly picture: string | null;
  /** How alike the sounds are, by facet; null if one of the songs is not measured. */
  readonly sound: SimilarSongs["data"][number]["meta"]["sound"];
}

/** Builds the rows of similar songs, the most similar one first. */
export function similarRowsOf({ data, included }: SimilarSongs): readonly SimilarRow[] {
  const files = new Map(included.flatMap((one) => (one.type === "audio_files" ? [[one.id, one] as const] : [])));
  const artists = new Map(included.flatMap((one) => (one.type === "artists" ? [[one.id, one] as const] : [])));
  return data.map(({ id, attributes, relationships, meta }) => {
    const by = relationships.artists.data.flatMap((artist) => artists.get(artist.id)?.attributes ?? []);
    const picture = by.find(({ image }) => image !== null)?.image ?? null;
    return {
      id,
      title: attributes.title,
      artists: by.map(({ name }) => name),
      picture: picture === null ? null : ownUrl(picture),
      reasons: meta.reasons,
      reasonFacts: meta.reason_facts,
      sound: meta.sound,
      files: relationships.audio_files.data.flatMap((file) => files.get(file.id) ?? []).map(fileOf),
    };
  });
}
