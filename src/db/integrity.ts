import type { Database } from "bun:sqlite";
import { messageOf } from "../lib/assert.ts";
import { openReadonly } from "./open.ts";

/** More complaints than this say nothing new. */
const COMPLAINTS_MAX = 5;

/** What is wrong inside a database file, a sentence each: pages and indexes, then references. Empty when it is sound. */
export function integrityComplaints(path: string): readonly string[] {
  return complaintsAbout(path, (database) => {
    const found = database.query<{ integrity_check: string }, []>(`PRAGMA integrity_check(${COMPLAINTS_MAX})`).all();
    const complaints = found.map((row) => row.integrity_check).filter((text) => text !== "ok");
    const broken = database.query("PRAGMA foreign_key_check").all().length;
    return broken === 0 ? complaints : [...complaints, `${broken} rows refer to rows that are not there`];
  });
}

/** The same for its pages only, without holding indexes against tables: it reads everything once. */
export function pageComplaints(path: string): readonly string[] {
  return complaintsAbout(path, (database) => {
    const found = database.query<{ quick_check: string }, []>(`PRAGMA quick_check(${COMPLAINTS_MAX})`).all();
    return found.map((row) => row.quick_check).filter((text) => text !== "ok");
  });
}

function complaintsAbout(path: string, examine: (database: Database) => readonly string[]): readonly string[] {
  try {
    const database = openReadonly(path);
    try {
      return examine(database);
    } finally {
      database.close();
    }
  } catch (error) {
    return [messageOf(error)];
  }
}
