import { join } from "node:path";
import { countFacts, FactsReader } from "../../audio/facts-store.ts";
import { CatalogDb } from "../../catalog/catalog-db.ts";
import { countMeasuredSongs } from "../../catalog/count-measured-songs.ts";
import type { Generation } from "../../catalog/generation.ts";
import { SqliteServiceDb } from "../../db/sqlite-service-db.ts";
import { DATABASE_FILE } from "../data-files.ts";
import { type Check, ok, warn } from "./check.ts";

const NAME = "measured";

/**
 * Reports how many songs with audio and how many audio files were measured, and why some could not be. The checks of the
 * databases must have passed.
 */
export async function checkFacts(dataDir: string, generation: Generation): Promise<Check> {
  const database = SqliteServiceDb.open(join(dataDir, DATABASE_FILE));
  const catalog = CatalogDb.open(dataDir, generation);
  try {
    const songs = await database.read(countMeasuredSongs(catalog, new FactsReader(database)));
    const share = `${songs?.measured ?? 0} of ${songs?.withAudio ?? 0} songs with audio are measured`;
    const { measured, failed, reasons } = await database.read(countFacts(database));
    if (failed === 0) return ok(NAME, `${share}; audio files: ${measured}`);
    const why = reasons.map(({ error, files }) => `${error} (${files})`).join(" ");
    const advice = "The log names each file. Replace it, or set its length, tempo, key and energy in the dump.";
    return warn(NAME, `${share}; audio files: ${measured}; ${failed} cannot be measured: ${why}`, advice);
  } finally {
    catalog.close();
    database.close();
  }
}
