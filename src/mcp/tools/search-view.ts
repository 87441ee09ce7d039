import type { InlineResult } from "../../search/inline-searches.ts";
import { SongViews } from "../song-view.ts";

/** The view of a search that tools return (SearchSongsOutput), with at most `limit` songs. */
export function searchView(result: InlineResult, limit: number): object {
  const { searchId, status } = result;
  const empty = { search_id: searchId, status, not_served: [], songs: [], songs_left_off: 0 };
  if (status === "processing") {
    const note = "The search waits for the analysis of its assets. Call read_search with its search_id in a while.";
    return { ...empty, note };
  }
  const note = result.isUpdating
    ? { note: "A newer run of this search is processing; this is the previous result." }
    : {};
  if (status === "failed") return { ...empty, not_served: [result.error.detail], error: result.error, ...note };
  const { constraints, unserved, unserved_facts: _facts, ...understood } = result.brief;
  const { songs, included } = result.ranked;
  const views = new SongViews(included);
  return {
    ...empty,
    catalog_version: result.catalogVersion,
    understood: { ...understood, promises: constraints.map(({ constraint, from }) => ({ promise: constraint, from })) },
    not_served: unserved,
    songs: songs.slice(0, limit).map(({ id, meta }) => {
      const { rank, score, band, reasons, verdicts, audio_file: fileId } = meta;
      const promises = verdicts.map(({ constraint, verdict }) => ({ promise: constraint, kept: verdict }));
      return { ...views.short(id), rank, score, band, reasons, promises, best_file: views.file(fileId) };
    }),
    songs_left_off: Math.max(0, songs.length - limit),
    ...note,
  };
}
