import { eq, sql } from "drizzle-orm";
import { watchFolders } from "../../../schema/tables/service/watch.ts";
import type { Reading, Writing } from "../../db/service-db.ts";
import { all, first, run, type Work } from "../../db/work.ts";

/** `waiting`: for the first scan, for files that still change, or for another import. */
export type WatchState = "waiting" | "current" | "held" | "unavailable" | "failed";

export interface WatchFolder {
  /** Absolute path. */
  readonly folder: string;
  /** Digest of the paths, sizes and times of the files at the last import; null before the first one. */
  readonly fingerprint: string | null;
  readonly importedAt: number | null;
  /** Songs whose retirement waits for a confirmation. */
  readonly held: number;
  /** How many songs an operator allowed to retire; null for none. */
  readonly confirmed: number | null;
  readonly state: WatchState;
  readonly detail: string;
  /** When the state began. */
  readonly since: number;
}

/** Returns all folders that are or were watched, ordered by path. */
export function* watchFoldersOf({ orm }: Reading): Work<readonly WatchFolder[]> {
  return yield* all(orm.select().from(watchFolders).orderBy(watchFolders.folder));
}

export function* watchFolder({ orm }: Reading, folder: string): Work<WatchFolder | null> {
  return yield* first(orm.select().from(watchFolders).where(eq(watchFolders.folder, folder)));
}

/** The end of an import of a watched folder. */
export interface ImportedFolder extends Pick<WatchFolder, "folder" | "fingerprint" | "held"> {
  readonly now: number;
  /** The confirmation that the import has read; null for none. */
  readonly used: number | null;
}

/** Records the end of an import. A confirmation counts for one import: one that was given while it ran is for the next. */
export function* putImported(tx: Writing, { folder, fingerprint, now, held, used }: ImportedFolder): Work<void> {
  const confirmed = held === 0 ? null : sql<number | null>`nullif(${watchFolders.confirmed}, ${used})`;
  const imported = { fingerprint, importedAt: now, held };
  yield* run(
    tx.orm
      .insert(watchFolders)
      .values({ folder, ...imported, state: "waiting", detail: "imported", since: now })
      .onConflictDoUpdate({ target: watchFolders.folder, set: { ...imported, confirmed } }),
  );
}

export function* putState(
  tx: Writing,
  folder: string,
  { state, detail, since }: Pick<WatchFolder, "state" | "detail" | "since">,
): Work<void> {
  yield* run(
    tx.orm
      .insert(watchFolders)
      .values({ folder, state, detail, since })
      .onConflictDoUpdate({ target: watchFolders.folder, set: { state, detail, since } }),
  );
}

/** Allows the next import to retire the songs that are held. */
export function* confirmHeld(tx: Writing, folder: string, songs: number): Work<void> {
  yield* run(tx.orm.update(watchFolders).set({ confirmed: songs }).where(eq(watchFolders.folder, folder)));
}
