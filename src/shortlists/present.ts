import {
  type Audience,
  type KnownMedia,
  presentSongs,
  type Resource,
  type ResourceIdentifier,
} from "../catalog/present-song.ts";
import type { SongRecord } from "../catalog/song-record.ts";
import type { DescribedEntry } from "./described-entry.ts";
import type { CountedShortlist } from "./store.ts";

export const SHORTLISTS_PATH = "/v1/shortlists";

/** A resource whose relationship is one other resource or none. */
interface EntryResource extends Omit<Resource, "relationships"> {
  readonly relationships: { readonly song: { readonly data: ResourceIdentifier | null } };
}

export interface PresentedEntries {
  readonly data: readonly EntryResource[];
  readonly included: readonly Resource[];
}

export function presentShortlist({ row, entries }: CountedShortlist, baseUrl: string): Resource {
  return {
    type: "shortlists",
    id: row.id,
    attributes: {
      name: row.name,
      note: row.note,
      entries,
      created_at: timeOf(row.createdAt),
      updated_at: timeOf(row.updatedAt),
    },
    links: { self: `${baseUrl}${SHORTLISTS_PATH}/${row.id}` },
  };
}

/** Returns entries with their songs, audio files and artists. */
export function presentEntries(
  entries: readonly DescribedEntry[],
  known: KnownMedia,
  audience: Audience,
): PresentedEntries {
  const { songs, included } = presentSongs(songsIn(entries), known, audience);
  return { data: entries.map(presentEntry), included: [...songs, ...included] };
}

/** Returns the songs of entries that the catalog has. */
export function songsIn(entries: readonly DescribedEntry[]): readonly SongRecord[] {
  return entries.flatMap(({ song }) => song ?? []);
}

function presentEntry({ row, song, availability, title, artists }: DescribedEntry): EntryResource {
  return {
    type: "shortlist_entries",
    id: row.id,
    attributes: {
      position: row.position,
      song_id: row.songId,
      title,
      artists: namesIn(
        artists,
        song?.artists.map(({ name }) => name),
      ),
      note: row.note,
      rating: row.rating,
      audio_file_id: row.audioFileId,
      asset_id: row.assetId,
      offset_seconds: row.offsetSeconds,
      availability,
      added_at: timeOf(row.addedAt),
    },
    relationships: { song: { data: song === null ? null : { type: "songs", id: song.id } } },
  };
}

/** Returns the names of a song's artists; `joined` is what an entry keeps of a song that is gone. */
export function namesIn(joined: string, known: readonly string[] | undefined): readonly string[] {
  return known ?? (joined === "" ? [] : [joined]);
}

export function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
