import { renderCsv } from "../../lib/csv.ts";
import type { DescribedEntry } from "../described-entry.ts";
import { rightsCells } from "./rights-cells.ts";
import { type ExportedShortlist, keyText } from "./exported-shortlist.ts";

const HEADER = [
  "position",
  "title",
  "artists",
  "rating",
  "note",
  "version",
  "seconds",
  "bpm",
  "key",
  "isrc",
  "offset_seconds",
  "asset_id",
  "availability",
  "song_id",
  "audio_file_id",
  "iswc",
  "writers",
  "publishers",
  "master_owner",
  "one_stop",
  "clearance",
  "ai",
  "exclusive",
] as const;

/** Returns a shortlist as CSV. A text that a spreadsheet would run as a formula begins with an apostrophe. */
export function csvOf({ entries }: ExportedShortlist): string {
  return renderCsv(HEADER, entries.map(rowOf));
}

function rowOf(entry: DescribedEntry): readonly (string | number)[] {
  const { row, title, artists, song, file, availability } = entry;
  return [
    row.position,
    title,
    artists,
    row.rating,
    row.note,
    file?.description ?? "",
    file?.duration ?? "",
    song?.bpm ?? "",
    keyText(entry),
    song?.isrc ?? "",
    row.offsetSeconds ?? "",
    row.assetId ?? "",
    availability,
    row.songId,
    file?.id ?? "",
    ...rightsCells(song?.rights ?? null),
  ];
}
