import { join } from "node:path";
import { countFacts } from "../../audio/facts-store.ts";
import { ServiceDb } from "../../db/service-db.ts";
import { DATABASE_FILE } from "../data-files.ts";
import { type Check, ok, warn } from "./check.ts";

const NAME = "measured";

/** Reports how many audio files were measured, and why some could not be. The checks of the database must have passed. */
export function checkFacts(dataDir: string): Check {
  const database = ServiceDb.open(join(dataDir, DATABASE_FILE));
  try {
    const { measured, failed, reasons } = countFacts(database);
    if (failed === 0) return ok(NAME, measured === 0 ? "no audio file was measured yet" : `audio files: ${measured}`);
    const why = reasons.map(({ error, files }) => `${error} (${files})`).join(" ");
    const advice = "The log names each file. Replace it, or set its length, tempo, key and energy in the dump.";
    return warn(NAME, `audio files: ${measured}; ${failed} cannot be measured: ${why}`, advice);
  } finally {
    database.close();
  }
}
