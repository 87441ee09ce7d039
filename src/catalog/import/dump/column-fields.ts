import { RIGHTS_FIELDS } from "../rights/rights-fields.ts";

/** The fields that a column of a table can hold (docs/catalog.md). */
export const COLUMN_FIELDS = [
  "id",
  "title",
  "description",
  "energy",
  "explicit",
  "lyrics",
  "isrc",
  "released_at",
  "bpm",
  "key",
  "key_name",
  "key_mode",
  "genre",
  "mood",
  "instrument",
  "characteristic",
  "artist",
  "artist_id",
  "playlists",
  "stems",
  "wav",
  "mp3",
  "vocals",
  "duration",
  "audio_file_id",
  ...RIGHTS_FIELDS,
] as const;
export type ColumnField = (typeof COLUMN_FIELDS)[number];
