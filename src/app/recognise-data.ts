import { join } from "node:path";
import { type DatabaseFile, recogniseDatabase } from "../db/recognise-database.ts";
import { dataEvidence } from "./data-evidence.ts";
import { DATABASE_FILE } from "./data-files.ts";
import { findMisplaced, type Misplaced } from "./find-misplaced.ts";

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

/** A file has the name of a folder of ours, or the other way round. */
export class DataMisplaced extends DataRefused {
  constructor({ path, expected }: Misplaced) {
    const found = expected === "a folder" ? "a file" : "a folder";
    super(`${path}: expected ${expected}, but it is ${found}`, remedyOf(path, expected));
    this.name = "DataMisplaced";
  }
}

/** A missing folder or index is made again; a missing catalog is not. */
function remedyOf(path: string, expected: Misplaced["expected"]): string {
  if (expected === "a folder") return "Move the file away and start again: a missing folder is created.";
  if (path.endsWith("index.bin"))
    return "Move the folder away and start again: a missing index is built from the catalog.";
  return "Move the folder away, and put the file back or restore a backup with `needledrop restore FILE --force`.";
}

/**
 * Returns `ours` if the data folder contains a service database, and `new` if it contains no data. Changes nothing. Throws
 * DatabaseLost, DatabaseForeign and DataMisplaced for a folder that no command can use.
 */
export function recogniseData(dataDir: string): "ours" | "new" {
  const misplaced = findMisplaced(dataDir);
  if (misplaced !== null) throw new DataMisplaced(misplaced);
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
