import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { catalogPath, currentGeneration, type Generation, generationDir, indexPath } from "../../catalog/generation.ts";
import { integrityComplaints } from "../../db/integrity.ts";
import { KNOWN_SCHEMA, schemaVersionOf } from "../../db/schema-version.ts";
import { messageOf } from "../../lib/assert.ts";
import { storageFailureOf } from "../../lib/storage-failure.ts";
import { openIndex } from "../../ranking/ranking-index.ts";
import { DATABASE_FILE } from "../data-files.ts";
import { explainStorage, StorageFailed } from "../explain-storage.ts";
import { type Check, fail, ok, warn } from "./check.ts";
import { readServiceDb } from "./read-service-db.ts";

/** Checks schema, pages and references of the service database. Changes nothing. */
export function checkServiceDatabase(dataDir: string): readonly Check[] {
  const path = join(dataDir, DATABASE_FILE);
  if (!existsSync(path)) return [];
  const schema = checkSchema("schema", path, KNOWN_SCHEMA.service);
  // A database that cannot be opened is not necessarily damaged.
  if (storageFailureOf(versionOf(path)) === "unopenable") return [schema];
  return [schema, checkIntegrity("database", path)];
}

/** Checks database and index of the current catalog. `generation` is null if it is missing, unknown or damaged. */
export async function checkCatalog(
  dataDir: string,
): Promise<{ readonly checks: readonly Check[]; readonly generation: Generation | null }> {
  const generation = await readGeneration(dataDir);
  if (generation === "unknown") return { checks: [], generation: null };
  if (generation === null) {
    const advice =
      "Import one with `needledrop import PATH`, or try the demonstration with `needledrop import --demo`.";
    return { checks: [warn("catalog", "there is no catalog yet", advice)], generation };
  }
  const folder = generationDir(dataDir, generation.number);
  if (!existsSync(catalogPath(folder))) {
    const advice =
      "With a store, start the server, which downloads it. Or restore the last backup, or import all dumps again with `needledrop import PATH --replace`.";
    return { checks: [fail("catalog", `${folder} is missing`, advice)], generation: null };
  }
  const about = ok("catalog", `${generation.songs} songs, version ${generation.version}, in ${basename(folder)}`);
  const schema = checkSchema("catalog schema", catalogPath(folder), KNOWN_SCHEMA.catalog);
  const integrity = checkIntegrity("catalog database", catalogPath(folder));
  const checks = [about, schema, integrity, await checkIndex(indexPath(folder), generation)];
  return { checks, generation: integrity.status === "ok" ? generation : null };
}

/** Returns `unknown` if the service database is damaged or has another schema. Its own checks report that. */
async function readGeneration(dataDir: string): Promise<Generation | null | "unknown"> {
  if (integrityComplaints(join(dataDir, DATABASE_FILE)).length > 0) return "unknown";
  const read = await readServiceDb(dataDir, async (db) => ({ generation: await db.read(currentGeneration(db)) }));
  return read === null ? "unknown" : read.generation;
}

function checkSchema(name: string, path: string, known: number): Check {
  const found = versionOf(path);
  if (typeof found !== "number") {
    const explained = explainStorage(found, dirname(path));
    if (explained instanceof StorageFailed) return fail(name, messageOf(found), explained.sentence);
    return fail(name, `${path} is not a database`, "Restore the last backup.");
  }
  if (found > known) {
    const advice = "Run the newer Needledrop that wrote it, or restore a backup of this version.";
    return fail(name, `schema ${found}, newer than this program's ${known}`, advice);
  }
  if (found < known) {
    const advice = "The next start of `needledrop serve` upgrades it. Create a backup first.";
    return warn(name, `schema ${found} of ${known}`, advice);
  }
  return ok(name, `schema ${found}`);
}

/** Returns the version, or the error that occurred when it was read. */
function versionOf(path: string): number | Error {
  try {
    return schemaVersionOf(path);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function checkIntegrity(name: string, path: string): Check {
  const complaints = integrityComplaints(path);
  if (complaints.length === 0) return ok(name, "integrity and references are sound");
  return fail(name, complaints.join("; "), "Stop the server, check the disk, and restore the last backup.");
}

async function checkIndex(path: string, generation: Generation): Promise<Check> {
  const advice = "Run `needledrop reindex`, or start the server, which builds it too.";
  if (!existsSync(path)) return warn("search index", "is missing", advice);
  try {
    const index = openIndex(await Bun.file(path).arrayBuffer());
    const { songCount } = index;
    if (!index.isOfCatalog(generation.version)) return warn("search index", "belongs to another catalog", advice);
    if (songCount === generation.songs) return ok("search index", `${songCount} songs`);
    return warn("search index", `has ${songCount} of ${generation.songs} songs`, advice);
  } catch (error) {
    return warn("search index", messageOf(error), advice);
  }
}
