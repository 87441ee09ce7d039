import type { audioFiles } from "../../schema/tables/catalog/audio-files.ts";
import type { playlists } from "../../schema/tables/catalog/playlists.ts";
import type { songs } from "../../schema/tables/catalog/songs.ts";
import type { ArtistRecord } from "./song-record.ts";

/** A row as bun:sqlite returns it: booleans are 0 or 1. */
type SqliteRow<Row> = {
  readonly [Column in keyof Row]: boolean extends Row[Column] ? Exclude<Row[Column], boolean> | number : Row[Column];
};

export type SongRow = SqliteRow<Omit<typeof songs.$inferSelect, "digest">>;

export interface ArtistRow extends ArtistRecord {
  readonly ordinal: number;
}

export type AudioFileRow = SqliteRow<Omit<typeof audioFiles.$inferSelect, "position">>;

export interface PlaylistRow extends SqliteRow<typeof playlists.$inferSelect> {
  readonly ordinal: number;
}
