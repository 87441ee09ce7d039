import { join } from "node:path";
import type { Config } from "../config/config.ts";
import { KNOWN_SCHEMA, schemaVersionOf } from "../db/schema-version.ts";
import type { Log } from "../lib/log.ts";
import { type Core, openCore } from "./core.ts";
import { DATABASE_FILE } from "./data-files.ts";
import { takeServerLock } from "./data-locks.ts";
import { claimNodeFolder, requireNoDatabase } from "./node-folder.ts";
import { recogniseData } from "./recognise-data.ts";

/** A command that only reads was called with a folder without Needledrop data, most likely by mistake. */
export class DataFolderMissing extends Error {
  constructor(dataDir: string) {
    super(
      `There is no Needledrop data in ${dataDir}. Name the folder with --data or NEEDLEDROP_DATA, or create one with \`needledrop import\`, \`keys create\` or \`serve\`.`,
    );
    this.name = "DataFolderMissing";
  }
}

/**
 * Opens the data folder of a command, and creates it if `mayCreate` is set. Throws DataFolderMissing if it is not set, and
 * DatabaseLost and DatabaseForeign before anything is changed.
 */
export async function openData(config: Config, log: Log, options: { readonly mayCreate: boolean }): Promise<Core> {
  if (config.database !== null) return await openNode(config, log);
  const found = recogniseData(config.dataDir);
  if (found === "new") {
    if (!options.mayCreate) throw new DataFolderMissing(config.dataDir);
    return await openCore(config, log);
  }
  return await (isOlder(config.dataDir) ? upgradeAlone(config, log) : openCore(config, log));
}

/** On PostgreSQL any node can open the database of a newer one, so a migration needs no lock but that of the database. */
async function openNode(config: Config, log: Log): Promise<Core> {
  requireNoDatabase(config.dataDir);
  const core = await openCore(config, log);
  try {
    await claimNodeFolder(config.dataDir, core.db);
    return core;
  } catch (error) {
    await core.close();
    throw error;
  }
}

function isOlder(dataDir: string): boolean {
  return schemaVersionOf(join(dataDir, DATABASE_FILE)) < KNOWN_SCHEMA.service;
}

/** Migrates under the server's lock, so that no running older server finds its tables changed. Throws ServerRunning. */
async function upgradeAlone(config: Config, log: Log): Promise<Core> {
  const lock = takeServerLock(config.dataDir, { pid: process.pid, role: "upgrade", address: null, since: Date.now() });
  try {
    return await openCore(config, log);
  } finally {
    lock.release();
  }
}
