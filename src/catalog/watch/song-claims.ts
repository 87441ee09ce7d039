import type { Writing } from "../../db/service-db.ts";
import type { Work } from "../../db/work.ts";

/** Whether an import has a song. `present` includes a record that was rejected; `unknown`: the catalog has no such song. */
export type Presence = "present" | "absent" | "unknown";

/** What an import could not read. */
export interface Unread {
  /** Why files could not be read: the reasons of the first ones. */
  readonly files: readonly string[];
  /** The number of rejected records whose song is not known. */
  readonly records: number;
}

/**
 * Which songs watched folders have brought, seen from an import. A watched folder retires its own songs; any other import
 * that has such a song takes it over.
 */
export interface SongClaims {
  /** Reads the claims and returns the songs to retire. Called after all records were staged. */
  decide(presenceOf: (songId: string) => Presence, unread: Unread): Promise<readonly string[]>;
  /** Receives the ids of the songs that this import added. */
  addNew(songIds: readonly string[]): void;
  /** Whether `write` would write anything. */
  hasChanges(): boolean;
  /** Called in the transaction that ends the import. */
  write(tx: Writing): Work<void>;
}
