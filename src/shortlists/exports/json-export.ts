import type { ShortlistExport } from "../../../schema/wire/shortlist.ts";
import { presentRights } from "../../catalog/present-rights.ts";
import { namesIn, timeOf } from "../present.ts";
import { type ExportedShortlist, keyText } from "./exported-shortlist.ts";

export function jsonOf({ shortlist, entries, linksOf, now }: ExportedShortlist): ShortlistExport {
  return {
    shortlist: { id: shortlist.id, name: shortlist.name, note: shortlist.note, exported_at: timeOf(now) },
    entries: entries.map((entry) => {
      const { row, song, file, title, availability } = entry;
      return {
        position: row.position,
        song_id: row.songId,
        title,
        artists: [
          ...namesIn(
            entry.artists,
            song?.artists.map(({ name }) => name),
          ),
        ],
        rating: row.rating,
        note: row.note,
        audio_file_id: row.audioFileId,
        asset_id: row.assetId,
        offset_seconds: row.offsetSeconds,
        availability,
        version: file?.description ?? "",
        duration: file?.duration ?? null,
        bpm: song?.bpm ?? null,
        key: keyText(entry),
        isrc: song?.isrc ?? null,
        ...(song?.rights === undefined || song.rights === null ? {} : { rights: presentRights(song.rights) }),
        ...linksOf(file),
      };
    }),
  };
}
