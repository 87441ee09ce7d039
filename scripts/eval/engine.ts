import type { Song } from "./data.ts";

/** A search engine under evaluation. */
export interface Engine {
  readonly name: string;
  index(songs: readonly Song[]): Searcher | Promise<Searcher>;
}

/** An indexed catalog. `search` returns song ids, best first. */
export interface Searcher {
  search(query: string, context: string | null, limit: number): readonly string[] | Promise<readonly string[]>;
  close?(): void;
}

/** Returns all texts of a song as one, for engines without facets. */
export function textOf(song: Song): string {
  const artists = (song.artists ?? []).map(({ name }) => name);
  return [song.title, ...artists, ...Object.values(song.tags).flat()].join(" . ");
}
