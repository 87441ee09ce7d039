import type { ShortlistEntries, ShortlistEntry } from "../../../../clients/typescript/operations.ts";
import { ownUrl } from "../lib/own-url.ts";
import type { PlayableRow } from "../player/heard.ts";
import { fileOf } from "../results/result-rows.ts";

type Attributes = ShortlistEntry["attributes"];

/** A song of a shortlist. `id` is the song's; a song that is not available has no files. */
export interface ShortlistSong extends PlayableRow {
  readonly entryId: string;
  readonly picture: string | null;
  readonly note: string;
  readonly rating: number;
  readonly fileId: string | null;
  readonly assetId: string | null;
  readonly offsetSeconds: number | null;
  readonly availability: Attributes["availability"];
  readonly bpm: number | null;
  /** `A minor`; empty if unknown. */
  readonly musicalKey: string;
}

/** Builds the songs of a shortlist, in their order. The chosen version of a song comes first. */
export function shortlistSongsOf({
  data,
  included,
}: Pick<ShortlistEntries, "data" | "included">): readonly ShortlistSong[] {
  const songs = new Map(included.flatMap((one) => (one.type === "songs" ? [[one.id, one] as const] : [])));
  const files = new Map(included.flatMap((one) => (one.type === "audio_files" ? [[one.id, one] as const] : [])));
  const artists = new Map(included.flatMap((one) => (one.type === "artists" ? [[one.id, one] as const] : [])));
  return data.map(({ id, attributes }) => {
    const song = songs.get(attributes.song_id);
    const versions = (song?.relationships.audio_files.data ?? []).flatMap((file) => files.get(file.id) ?? []);
    const pictures = (song?.relationships.artists.data ?? []).flatMap(
      (artist) => artists.get(artist.id)?.attributes.image ?? [],
    );
    const { name = "", mode = "" } = song?.attributes.key ?? {};
    const chosen = attributes.audio_file_id;
    return {
      id: attributes.song_id,
      entryId: id,
      title: attributes.title,
      artists: attributes.artists,
      picture: pictures[0] === undefined ? null : ownUrl(pictures[0]),
      files: versions.map(fileOf).toSorted((one, other) => Number(other.id === chosen) - Number(one.id === chosen)),
      note: attributes.note,
      rating: attributes.rating,
      fileId: chosen,
      assetId: attributes.asset_id,
      offsetSeconds: attributes.offset_seconds,
      availability: attributes.availability,
      bpm: song?.attributes.bpm ?? null,
      musicalKey: [name, mode].filter((part) => part !== "").join(" "),
    };
  });
}
