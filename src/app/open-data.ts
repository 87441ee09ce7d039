import { join } from "node:path";
import type { Config } from "../config/config.ts";
import { KNOWN_SCHEMA, schemaVersionOf } from "../db/schema-version.ts";
import type { Log } from "../lib/log.ts";
import { type Core, openCore } from "./core.ts";
import { DATABASE_FILE } from "./data-files.ts";
import { takeServerLock } from "./data-locks.ts";
import { recogniseData } from "./recognise-data.ts";

/** A command that only reads was pointed at a folder that no Needledrop has written to, most likely by a slip. */
export class DataFolderMissing extends Error {
  constructor(dataDir: string) {
    super(
      `There is no Needledrop data in ${dataDir}. Name the folder with --data or NEEDLEDROP_DATA, or begin one: \`needledrop import\`, \`keys create\` and \`serve\` make it.`,
    );
    this.name = "DataFolderMissing";
  }
}

/**
 * Opens the data folder of a command; one that may not begin a new folder meets DataFolderMissing. Throws DatabaseLost
 * and DatabaseForeign, before anything is changed.
 */
export function openData(config: Config, log: Log, options: { readonly mayCreate: boolean }): Core {
  const found = recogniseData(config.dataDir);
  if (found === "new") {
    if (!options.mayCreate) throw new DataFolderMissing(config.dataDir);
    return openCore(config, log);
  }
  return isOlder(config.dataDir) ? upgradeAlone(config, log) : openCore(config, log);
}

function isOlder(dataDir: string): boolean {
  return schemaVersionOf(join(dataDir, DATABASE_FILE)) < KNOWN_SCHEMA.service;
}

/** An older server that still runs must not find its tables changed by a newer program. Throws ServerRunning. */
function upgradeAlone(config: Config, log: Log): Core {
  const lock = takeServerLock(config.dataDir, { pid: process.pid, role: "upgrade", address: null, since: Date.now() });
  try {
    return openCore(config, log);
  } finally {
    lock.release();
  }
}
