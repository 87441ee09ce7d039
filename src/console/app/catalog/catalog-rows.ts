import type { Artist, AudioFile, Song, SongList } from "../../../../clients/typescript/operations.ts";
import { ownUrl } from "../lib/own-url.ts";
import type { PlayableRow } from "../player/heard.ts";
import { fileOf } from "../results/result-rows.ts";

/** A song of a list of the catalog. */
export interface CatalogRow extends PlayableRow {
  readonly artistIds: readonly string[];
  readonly picture: string | null;
  readonly description: string;
  readonly tags: Song["attributes"]["tags"];
  readonly bpm: number | null;
  /** `A minor`; empty if unknown. */
  readonly musicalKey: string;
  readonly energy: Song["attributes"]["energy"];
  readonly year: string;
  readonly isrc: string | null;
  readonly lyrics: string;
  readonly isExplicit: boolean;
  readonly stems: string | null;
}

/** Builds the rows of a list of songs. */
export function catalogRowsOf(songs: readonly Song[], included: SongList["included"]): readonly CatalogRow[] {
  const files = new Map<string, AudioFile>();
  const artists = new Map<string, Artist>();
  for (const one of included) {
    if (one.type === "audio_files") files.set(one.id, one);
    else artists.set(one.id, one);
  }
  return songs.map(({ id, attributes, relationships }) => {
    const by = relationships.artists.data.flatMap((artist) => artists.get(artist.id) ?? []);
    const picture = by.find(({ attributes: { image } }) => image !== null)?.attributes.image ?? null;
    const { key, stems, released_at: releasedAt } = attributes;
    return {
      id,
      title: attributes.title,
      artists: by.map((artist) => artist.attributes.name),
      artistIds: by.map((artist) => artist.id),
      picture: picture === null ? null : ownUrl(picture),
      description: attributes.description,
      tags: attributes.tags,
      bpm: attributes.bpm,
      musicalKey: [key.name, key.mode].filter((part) => part !== "").join(" "),
      energy: attributes.energy,
      year: releasedAt === null ? "" : String(new Date(releasedAt * 1_000).getUTCFullYear()),
      isrc: attributes.isrc,
      lyrics: attributes.lyrics,
      isExplicit: attributes.explicit,
      stems: stems === null ? null : ownUrl(stems),
      files: relationships.audio_files.data.flatMap((file) => files.get(file.id) ?? []).map(fileOf),
    };
  });
}
