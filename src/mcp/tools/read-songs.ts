import { SimilarSongsInput, SimilarSongsOutput, SongInput, SongOutput } from "../../../schema/wire/mcp.ts";
import type { LiveCatalog } from "../../catalog/live-catalog.ts";
import { similarSongs } from "../../catalog/similar-songs.ts";
import { parseSongFilter, type SongFilter } from "../../catalog/song-filter.ts";
import type { Clock } from "../../lib/clock.ts";
import { assert } from "../../lib/assert.ts";
import { refuse } from "../../lib/refusal.ts";
import { InvalidArguments } from "../invalid-arguments.ts";
import { type PresentSongs, viewsOf } from "../song-view.ts";
import { defineTool, type Tool } from "../tool.ts";

const SONGS_DEFAULT = 10;

export interface SongToolDeps {
  readonly catalog: Pick<LiveCatalog, "current">;
  readonly present: PresentSongs;
  readonly clock: Clock;
}

/** The tools that read one song, and songs like it. */
export function songTools({ catalog, present, clock }: SongToolDeps): readonly Tool[] {
  return [
    defineTool({
      name: "read_song",
      title: "Read a song",
      description: "Returns a song of the catalog with its lyrics and its audio files.",
      input: SongInput,
      output: SongOutput,
      isReadOnly: true,
      run: async ({ song_id: id }, { key }) => {
        const record = id.includes("\0") ? undefined : catalog.current()?.db.songsByIds([id]).get(id);
        if (record === undefined) throw unknownSong();
        const song = viewsOf(await present(key, [record])).full(id);
        assert(song !== null, "a presented song has a view");
        return { song };
      },
    }),
    defineTool({
      name: "find_similar_songs",
      title: "Find similar songs",
      description: "Returns the songs that are most similar to a song, without the song itself.",
      input: SimilarSongsInput,
      output: SimilarSongsOutput,
      isReadOnly: true,
      run: async ({ song_id: id, filter = {}, limit = SONGS_DEFAULT }, { key }) => {
        const options = { size: limit, filter: readFilter(filter, clock.now()) };
        const records = id.includes("\0") ? null : similarSongs(catalog.current(), id, options);
        if (records === null) throw unknownSong();
        const presented = await present(key, records);
        const views = viewsOf(presented);
        const missing = limit - records.length;
        const which = Object.keys(filter).length === 0 ? "" : " that match the filter";
        return {
          songs: presented.songs.map((song) => views.short(song.id)),
          not_served: missing > 0 ? [`the catalog has only ${records.length} similar songs${which}`] : [],
        };
      },
    }),
  ];
}

export function unknownSong(): Error {
  return refuse("not_found", {
    detail: "The catalog has no song with this id. Ids come from search_songs or from the list of resources.",
    source: { pointer: "/data/attributes/song_id" },
  });
}

function readFilter(raw: Readonly<Record<string, string>>, now: number): SongFilter {
  const parsed = parseSongFilter(raw, now);
  if (parsed.kind === "filter") return parsed.filter;
  throw new InvalidArguments(parsed.complaints.map(({ detail }) => ({ path: "/filter", message: detail })));
}
