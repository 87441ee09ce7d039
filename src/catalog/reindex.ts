import type { ServiceDb } from "../db/service-db.ts";
import type { OnProgress } from "../lib/on-progress.ts";
import { buildIndex } from "./build-index.ts";
import { CatalogDb } from "./catalog-db.ts";
import { currentGeneration, type Generation, generationDir, indexPath } from "./generation.ts";
import { fillMeasured } from "./measured-documents.ts";
import { forgetObject } from "./stored/objects-store.ts";

/**
 * Rebuilds the search index of the current generation and replaces the old file. Returns the generation, or null before the
 * first import. A running server uses its loaded index until it restarts.
 */
export async function reindex(
  serviceDb: ServiceDb,
  dataDir: string,
  onProgress: OnProgress = () => undefined,
): Promise<Generation | null> {
  const generation = await serviceDb.read(currentGeneration(serviceDb));
  if (generation === null) return null;
  const db = CatalogDb.open(dataDir, generation);
  try {
    const path = indexPath(generationDir(dataDir, generation.number));
    let done = 0;
    await buildIndex(path, db.documents(), generation.version, {
      fill: fillMeasured(serviceDb),
      onSong: () => onProgress(++done, generation.songs),
    });
  } finally {
    db.close();
  }
  // The server sends the new one.
  await serviceDb.write((tx) => forgetObject(tx, generation.number, "index.bin"));
  return generation;
}
