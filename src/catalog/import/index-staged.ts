import type { Database } from "bun:sqlite";
import { buildIndex } from "../build-index.ts";
import { readDocuments } from "../document-store.ts";
import { FilterWriter } from "./filter-store.ts";
import { beginIndexing } from "./staging-store.ts";

/** Phase five: what searches and lists look things up in, made anew from all songs in one pass over them. */
export async function indexStaged(sqlite: Database, path: string, signal: AbortSignal | null): Promise<void> {
  beginIndexing(sqlite);
  // Staging leaves hundreds of megabytes of garbage, and the index needs most of the memory an import takes.
  Bun.gc(true);
  const filters = new FilterWriter(sqlite);
  await buildIndex(path, readDocuments(sqlite), {
    onSong: (song) => filters.add(song),
    ...(signal === null ? {} : { signal }),
  });
  filters.finish();
}
