import type { Database } from "bun:sqlite";
import { messageOf } from "../lib/assert.ts";
import { openReadonly } from "./open.ts";

/** Further complaints tell an operator nothing new. */
const COMPLAINTS_MAX = 5;

/** Checks pages and indexes of a database file, then references. Returns one sentence per fault; empty if it is sound. */
export function integrityComplaints(path: string): readonly string[] {
  return complaintsAbout(path, (database) => {
    const found = database.query<{ integrity_check: string }, []>(`PRAGMA integrity_check(${COMPLAINTS_MAX})`).all();
    const complaints = found.map((row) => row.integrity_check).filter((text) => text !== "ok");
    const broken = database.query("PRAGMA foreign_key_check").all().length;
    return broken === 0 ? complaints : [...complaints, `rows that refer to missing rows: ${broken}`];
  });
}

/** Checks the pages only, without comparing indexes with tables, so that it reads the file once. */
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
