import { type Static, Type } from "@sinclair/typebox";
import { InvalidPostgresAddress, parsePostgresAddress } from "../lib/postgres-address.ts";
import { InvalidSetting, readCertificates } from "./parse-setting.ts";
import { variableOf } from "./settings.ts";
import type { SettingsReader } from "./settings-reader.ts";

/** PostgreSQL indexes no text of more than 2,700 bytes, and a watched folder is indexed with the ids of its songs. */
const FOLDER_BYTES_MAX = 2_000;

/** The service database on PostgreSQL. The server passes it to its child processes, which have no environment. */
export const DatabaseSettings = Type.Object({
  /** Can contain a password, so it is never logged. */
  address: Type.String(),
  /** PEM certificates to trust instead of the built-in list; null for that list. */
  ca: Type.Union([Type.String(), Type.Null()]),
});
export type DatabaseSettings = Readonly<Static<typeof DatabaseSettings>>;

/** Returns the settings of PostgreSQL; null for SQLite. Adds a mistake for a database without a store. */
export function readDatabase(read: SettingsReader): DatabaseSettings | null {
  const address = read.optional("DATABASE", parseAddress);
  const ca = read.optional("DATABASE_CA", readCertificates);
  if (address !== null && read.text("STORE") === "") {
    read.mistakes.push(
      `${read.label("DATABASE")}: set ${variableOf("STORE")}, too. Nodes that share a database share their media and catalogs in an S3-compatible store.`,
    );
  }
  return address === null ? null : { address, ca };
}

function parseAddress(text: string): string {
  try {
    parsePostgresAddress(text);
    return text;
  } catch (error) {
    if (!(error instanceof InvalidPostgresAddress)) throw error;
    throw new InvalidSetting(`${error.expected}; ${error.reason}`);
  }
}

interface DatabaseAndBackups {
  readonly database: DatabaseSettings | null;
  readonly backups: object | null;
}

/** A backup would lack the database. */
export function refuseBackupsOfPostgres(read: SettingsReader, { database, backups }: DatabaseAndBackups): void {
  if (database === null || backups === null) return;
  read.mistakes.push(
    `${read.label("BACKUP_DIR")}: the service database is on PostgreSQL, and backups do not contain it. Unset it, and back up the database with pg_dump; media and catalogs are in the store.`,
  );
}

interface DatabaseAndWatch {
  readonly database: DatabaseSettings | null;
  readonly watch: { readonly folders: readonly string[] };
}

/** Adds a mistake for watched folders that PostgreSQL cannot index. SQLite takes paths of any length. */
export function refuseLongFoldersOfPostgres(read: SettingsReader, { database, watch }: DatabaseAndWatch): void {
  const isLong = watch.folders.some((folder) => Buffer.byteLength(folder) > FOLDER_BYTES_MAX);
  if (database === null || !isLong) return;
  read.mistakes.push(
    `${read.label("WATCH")}: the service database is on PostgreSQL, which needs folders whose paths have at most ${FOLDER_BYTES_MAX} bytes.`,
  );
}
