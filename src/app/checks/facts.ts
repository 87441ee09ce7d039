import { countFacts, FactsReader } from "../../audio/facts-store.ts";
import { CatalogDb } from "../../catalog/catalog-db.ts";
import { countMeasuredSongs } from "../../catalog/count-measured-songs.ts";
import type { Generation } from "../../catalog/generation.ts";
import type { ServiceDb } from "../../db/service-db.ts";
import { type Check, ok, warn } from "./check.ts";
import { readServiceDb } from "./read-service-db.ts";

const NAME = "measured";

/**
 * Reports how many songs with audio and how many audio files were measured, and why some could not be. The checks of the
 * databases must have passed.
 */
export async function checkFacts(dataDir: string, generation: Generation): Promise<readonly Check[]> {
  const check = await readServiceDb(dataDir, async (db) => {
    const catalog = CatalogDb.open(dataDir, generation);
    try {
      return await measuredCheck(db, catalog);
    } finally {
      catalog.close();
    }
  });
  return check === null ? [] : [check];
}

async function measuredCheck(db: ServiceDb, catalog: CatalogDb): Promise<Check> {
  const songs = await db.read(countMeasuredSongs(catalog, new FactsReader(db)));
  const share = `${songs?.measured ?? 0} of ${songs?.withAudio ?? 0} songs with audio are measured`;
  const { measured, failed, reasons } = await db.read(countFacts(db));
  if (failed === 0) return ok(NAME, `${share}; audio files: ${measured}`);
  const why = reasons.map(({ error, files }) => `${error} (${files})`).join(" ");
  const advice = "The log names each file. Replace it, or set its length, tempo, key and energy in the dump.";
  return warn(NAME, `${share}; audio files: ${measured}; ${failed} cannot be measured: ${why}`, advice);
}
