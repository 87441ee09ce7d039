import { messageOf } from "../lib/assert.ts";
import { openReadonly } from "./open.ts";

/** More complaints than this tell nothing new. */
const COMPLAINTS_MAX = 5;

/** What is wrong inside a database file, a sentence each: pages and indexes, then references. Empty when it is sound. */
export function integrityComplaints(path: string): readonly string[] {
  try {
    const database = openReadonly(path);
    try {
      const found = database.query<{ integrity_check: string }, []>(`PRAGMA integrity_check(${COMPLAINTS_MAX})`).all();
      const complaints = found.map((row) => row.integrity_check).filter((text) => text !== "ok");
      const broken = database.query("PRAGMA foreign_key_check").all().length;
      return broken === 0 ? complaints : [...complaints, `${broken} rows refer to rows that are not there`];
    } finally {
      database.close();
    }
  } catch (error) {
    return [messageOf(error)];
  }
}
