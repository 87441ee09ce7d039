import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeDurably } from "../catalog/durable-file.ts";
import { currentGeneration } from "../catalog/generation.ts";
import { recogniseDatabase } from "../db/recognise-database.ts";
import type { ServiceDb } from "../db/service-db.ts";
import { hasErrorCode } from "../lib/error-code.ts";
import { randomId } from "../lib/ids.ts";
import { dataEvidence } from "./data-evidence.ts";
import { DATABASE_FILE } from "./data-files.ts";
import { DataMisplaced, DataRefused } from "./recognise-data.ts";
import { findMisplaced } from "./find-misplaced.ts";
import { addSetting, readSetting } from "./settings-store.ts";

/** Names the database on PostgreSQL to which the folder belongs. */
const ID_FILE = "database-id";
const ID_SETTING = "database_id";

/** The data folder does not belong to the database of the settings. A server would remove its catalogs, or serve those of another one. */
export class DatabaseOfOthers extends DataRefused {
  constructor(found: string, remedy: string) {
    super(found, remedy);
    this.name = "DatabaseOfOthers";
  }
}

/** Throws DataRefused for a data folder with a database in it: that of an installation on SQLite. Changes nothing. */
export function requireNoDatabase(dataDir: string): void {
  const misplaced = findMisplaced(dataDir);
  if (misplaced !== null) throw new DataMisplaced(misplaced);
  if (recogniseDatabase(join(dataDir, DATABASE_FILE)).kind === "missing") return;
  throw new DatabaseOfOthers(
    `${dataDir} contains ${DATABASE_FILE}, and NEEDLEDROP_DATABASE names a database on PostgreSQL`,
    `Copy it with \`needledrop database copy\`, and move ${DATABASE_FILE}* out of this folder. To use it, unset NEEDLEDROP_DATABASE.`,
  );
}

/** Notes in a new data folder to which database it belongs. Throws DatabaseOfOthers if it belongs to another one. */
export async function claimNodeFolder(dataDir: string, db: ServiceDb): Promise<void> {
  const path = join(dataDir, ID_FILE);
  const noted = await readNoted(path);
  const id = await db.read(readSetting(db, ID_SETTING));
  if (noted !== null && noted === id) return;
  if (noted !== null) {
    throw new DatabaseOfOthers(
      `${dataDir} was used with another database than the one in NEEDLEDROP_DATABASE`,
      "Correct NEEDLEDROP_DATABASE, or name another folder with --data.",
    );
  }
  const evidence = dataEvidence(dataDir);
  if (evidence.length > 0 && (await db.read(currentGeneration(db))) === null) {
    throw new DatabaseOfOthers(
      `${dataDir} contains data, but the database in NEEDLEDROP_DATABASE has no catalog: ${evidence.join(", ")}`,
      "Correct NEEDLEDROP_DATABASE, or name another folder with --data.",
    );
  }
  const own = id ?? (await db.write((tx) => addSetting(tx, ID_SETTING, randomId())));
  await writeDurably(path, [new TextEncoder().encode(`${own}\n`)]);
}

/** Null for a missing file, or for an empty one, which earlier builds left when they were killed. */
async function readNoted(path: string): Promise<string | null> {
  try {
    return (await readFile(path, "utf8")).trim() || null;
  } catch (error) {
    if (hasErrorCode(error, "ENOENT")) return null;
    throw error;
  }
}
