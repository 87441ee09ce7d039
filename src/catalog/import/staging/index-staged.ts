import type { Database } from "bun:sqlite";
import type { FactsReader } from "../../../audio/facts-store.ts";
import { buildIndex } from "../../build-index.ts";
import { readDocuments } from "../../document-store.ts";
import { FilterWriter } from "./filter-store.ts";
import { beginIndexing } from "./staging-db-store.ts";

export interface Indexing {
  readonly signal: AbortSignal | null;
  readonly facts: FactsReader;
  /** Receives the number of indexed songs, starting with 0. */
  readonly onSongs: (songs: number) => void;
}

/** Phase five: builds the search index and the filter tables in one pass over all songs. */
export async function indexStaged(sqlite: Database, path: string, { signal, facts, onSongs }: Indexing): Promise<void> {
  beginIndexing(sqlite);
  let songs = 0;
  onSongs(songs);
  // Staging leaves hundreds of megabytes of garbage, and building the index is the peak of an import's memory.
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
