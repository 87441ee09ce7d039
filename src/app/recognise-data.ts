import { join } from "node:path";
import { type DatabaseFile, recogniseDatabase } from "../db/recognise-database.ts";
import { dataEvidence } from "./data-evidence.ts";
import { DATABASE_FILE } from "./data-files.ts";

/** The data folder is in a state that no command can use. Nothing was changed. */
export abstract class DataRefused extends Error {
  readonly found: string;
  readonly remedy: string;

  constructor(found: string, remedy: string) {
    super(`${found}. Nothing was changed. ${remedy}`);
    this.found = found;
    this.remedy = remedy;
  }
}

/** The data folder contains data, but its database is missing or empty. A new database would lead to that data's removal. */
export class DatabaseLost extends DataRefused {
  constructor(dataDir: string, kind: "missing" | "empty", evidence: readonly string[]) {
    const state = kind === "missing" ? `has no ${DATABASE_FILE}` : `has an empty ${DATABASE_FILE}`;
    super(
      `${dataDir} ${state}, but it contains data: ${evidence.join(", ")}`,
      `Restore a backup with \`needledrop restore FILE --force --data ${dataDir}\`, or name another folder with --data. ` +
        `To start over in this folder, first move catalog, uploads, media and ${DATABASE_FILE}* out of it.`,
    );
    this.name = "DatabaseLost";
  }
}

/** The file with the name of the database is not a Needledrop database. */
export class DatabaseForeign extends DataRefused {
  constructor(path: string, { kind, reason }: Extract<DatabaseFile, { reason: string }>) {
    super(
      `${path}: expected a Needledrop database, but the file is ${reason}`,
      kind === "foreign"
        ? "Name another folder with --data, or move this file away."
        : "Name another folder with --data, or restore a backup with `needledrop restore FILE --force`.",
    );
    this.name = "DatabaseForeign";
  }
}

/**
 * Returns `ours` if the data folder contains a service database, and `new` if it contains no data. Changes nothing. Throws
 * DatabaseLost and DatabaseForeign for a folder that no command can use.
 */
export function recogniseData(dataDir: string): "ours" | "new" {
  const path = join(dataDir, DATABASE_FILE);
  const file = recogniseDatabase(path);
  switch (file.kind) {
    case "ours":
      return "ours";
    case "foreign":
    case "unreadable":
      throw new DatabaseForeign(path, file);
    case "missing":
    case "empty": {
      const evidence = dataEvidence(dataDir);
      if (evidence.length > 0) throw new DatabaseLost(dataDir, file.kind, evidence);
      return "new";
    }
  }
}

/** Returns whether the data folder contains a service database. Changes nothing. */
export function hasDatabase(dataDir: string): boolean {
  return recogniseDatabase(join(dataDir, DATABASE_FILE)).kind === "ours";
}
