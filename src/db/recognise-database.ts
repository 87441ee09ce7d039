import { constants, Database } from "bun:sqlite";
import { closeSync, existsSync, openSync, readSync, statSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { messageOf } from "../lib/assert.ts";

/** The first bytes of every SQLite file (https://sqlite.org/fileformat.html, section 1.3). */
const MAGIC = "SQLite format 3\0";
/** Tables of the service database since its first schema. */
const OWN_TABLES = ["catalog_pointer", "settings", "keys", "executions", "jobs"];
const TABLES_SHOWN_MAX = 5;

/** The kind of the file that has the name of the service database. `reason` continues "needledrop.db is …". */
export type DatabaseFile =
  | { readonly kind: "missing" | "empty" | "ours" }
  | { readonly kind: "foreign" | "unreadable"; readonly reason: string };

/**
 * Recognises the service database by its tables. Changes neither the content nor the permissions of the file, and creates no
 * WAL file. An `empty` file has no bytes or no tables: an interrupted first start can leave it in either state.
 */
export function recogniseDatabase(path: string): DatabaseFile {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return { kind: "missing" };
  if (!found.isFile()) return { kind: "unreadable", reason: "not a file" };
  if (found.size === 0) return { kind: "empty" };
  if (!hasMagic(path)) return { kind: "unreadable", reason: "not an SQLite database, or its first page is damaged" };
  const inFile = tablesIn(path, isolated);
  // The tables can be in the write-ahead log. If there is one, opening the database creates no further file.
  const isComplete = inFile.kind === "tables" && inFile.names.length > 0;
  const tables = isComplete || !existsSync(`${path}-wal`) ? inFile : tablesIn(path, shared);
  if (tables.kind === "unreadable") return tables;
  if (tables.names.length === 0) return { kind: "empty" };
  if (OWN_TABLES.every((name) => tables.names.includes(name))) return { kind: "ours" };
  const shown = tables.names.slice(0, TABLES_SHOWN_MAX).join(", ");
  return { kind: "foreign", reason: `an SQLite database of another program, with the tables ${shown}` };
}

function hasMagic(path: string): boolean {
  const head = Buffer.alloc(MAGIC.length);
  const file = openSync(path, "r");
  try {
    return readSync(file, head, 0, head.length, 0) === head.length && head.toString("latin1") === MAGIC;
  } finally {
    closeSync(file);
  }
}

type Tables =
  | { readonly kind: "tables"; readonly names: readonly string[] }
  | { readonly kind: "unreadable"; readonly reason: string };

function tablesIn(path: string, open: (path: string) => Database): Tables {
  let database: Database | null = null;
  try {
    database = open(path);
    const rows = database.query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    return { kind: "tables", names: rows.map(({ name }) => name) };
  } catch (error) {
    return { kind: "unreadable", reason: `damaged: ${messageOf(error)}` };
  } finally {
    database?.close();
  }
}

/** Opens a database without its write-ahead log. Otherwise SQLite would create one, even for reading. */
function isolated(path: string): Database {
  const { SQLITE_OPEN_READONLY, SQLITE_OPEN_URI } = constants;
  return new Database(`${pathToFileURL(path).href}?immutable=1`, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
}

function shared(path: string): Database {
  return new Database(path, { readonly: true });
}
