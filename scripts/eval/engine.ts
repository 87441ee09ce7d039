import type { Song } from "./data.ts";

/** A search engine under evaluation. */
export interface Engine {
  readonly name: string;
  index(songs: readonly Song[]): Searcher | Promise<Searcher>;
}

/** One catalog, indexed. `search` gives song ids, best first. */
export interface Searcher {
  search(query: string, context: string | null, limit: number): readonly string[] | Promise<readonly string[]>;
  close?(): void;
}

/** All that a song says, as one text: what engines without facets are given. */
export function textOf(song: Song): string {
  const artists = (song.artists ?? []).map(({ name }) => name);
  return [song.title, ...artists, ...Object.values(song.tags).flat()].join(" . ");
}
