import { FactsReader } from "../audio/facts-store.ts";
import type { Reading } from "../db/service-db.ts";
import { buildIndex } from "./build-index.ts";
import { CatalogDb } from "./catalog-db.ts";
import { currentGeneration, type Generation, generationDir, indexPath } from "./generation.ts";

/**
 * Rebuilds the search index of the current generation and replaces the old file. Returns the generation, or null before the
 * first import. A running server uses its loaded index until it restarts.
 */
export async function reindex(reading: Reading, dataDir: string, signal?: AbortSignal): Promise<Generation | null> {
  const generation = currentGeneration(reading);
  if (generation === null) return null;
  const db = CatalogDb.open(dataDir, generation);
  try {
    const path = indexPath(generationDir(dataDir, generation.number));
    await buildIndex(path, db.documents(), {
      facts: new FactsReader(reading),
      ...(signal === undefined ? {} : { signal }),
    });
  } finally {
    db.close();
  }
  return generation;
}
