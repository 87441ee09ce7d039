import type { LiveCatalog } from "../catalog/live-catalog.ts";
import { type MeasuredFacts, measuredRefs, withMeasured } from "../catalog/measured.ts";
import { removedSongIds } from "../catalog/removed-songs-store.ts";
import type { AudioFileRecord, SongRecord } from "../catalog/song-record.ts";
import type { Reading } from "../db/service-db.ts";
import type { Work } from "../db/work.ts";
import type { EntryAvailability, EntryRow } from "./shortlist.ts";
import { nameOf } from "./shortlists.ts";

/** An entry with what the catalog has of its song now. */
export interface DescribedEntry {
  readonly row: EntryRow;
  readonly availability: EntryAvailability;
  readonly title: string;
  /** Names, separated by commas. */
  readonly artists: string;
  /** With measurements; null if the song is not available. */
  readonly song: SongRecord | null;
  /** The chosen version, or the song's first full one; null if there is none. */
  readonly file: AudioFileRecord | null;
}

export interface Described {
  readonly db: Reading;
  readonly catalog: Pick<LiveCatalog, "current">;
  readonly facts: MeasuredFacts;
}

/** Returns entries with what the catalog has of their songs. */
export function* describeEntries(
  rows: readonly EntryRow[],
  { db, catalog, facts }: Described,
): Work<readonly DescribedEntry[]> {
  const found = catalog.current()?.db.songsByIds(rows.map(({ songId }) => songId)) ?? new Map<string, SongRecord>();
  const removed = found.size === rows.length ? new Set<string>() : yield* removedSongIds(db);
  const measured = withMeasured([...found.values()], yield* facts.of(measuredRefs([...found.values()])));
  const songs = new Map(measured.map((song) => [song.id, song]));
  return rows.map((row) => {
    const song = songs.get(row.songId) ?? null;
    const { songTitle, songArtists } = song === null ? row : nameOf(song);
    const availability = song !== null ? "available" : removed.has(row.songId) ? "removed" : "retired";
    return { row, song, availability, title: songTitle, artists: songArtists, file: song && fileOf(song, row) };
  });
}

function fileOf({ audioFiles }: SongRecord, { audioFileId }: EntryRow): AudioFileRecord | null {
  const chosen = audioFiles.find(({ id }) => id === audioFileId);
  return chosen ?? audioFiles.find(({ stem, wavPath, mp3Path }) => !stem && (wavPath ?? mp3Path) !== null) ?? null;
}
