import type { Database } from "bun:sqlite";
import type { FactsReader } from "../../../audio/facts-store.ts";
import { buildIndex } from "../../build-index.ts";
import { readDocuments } from "../../document-store.ts";
import { FilterWriter } from "./filter-store.ts";
import { beginIndexing } from "./staging-db-store.ts";

export interface Indexing {
  readonly signal: AbortSignal | null;
  readonly facts: FactsReader;
  /** Hears how many songs the index has, 0 at the beginning. */
  readonly onSongs: (songs: number) => void;
}

/** Phase five: what searches and lists look things up in, made anew from all songs in one pass over them. */
export async function indexStaged(sqlite: Database, path: string, { signal, facts, onSongs }: Indexing): Promise<void> {
  beginIndexing(sqlite);
  let songs = 0;
  onSongs(songs);
  // Staging leaves hundreds of megabytes of garbage, and the index needs most of the memory an import takes.
  Bun.gc(true);
  const filters = new FilterWriter(sqlite);
  await buildIndex(path, readDocuments(sqlite), {
    onSong: (song) => {
      filters.add(song);
      onSongs(++songs);
    },
    facts,
    ...(signal === null ? {} : { signal }),
  });
  filters.finish();
}
