import { desc, getTableColumns, lte, max } from "drizzle-orm";
import { catalogHistory } from "../../schema/tables/service/history.ts";
import type { Reading, Writing } from "../db/service-db.ts";
import { all, first, run, type Work } from "../db/work.ts";
import type { Generation } from "./generation.ts";

/** Older changes are removed. */
const CHANGES_MAX = 1_000;
/** An import can name many paths. */
const SUBJECT_LENGTH_MAX = 500;

/** What changed the catalog, and how many songs. For other sources than imports, the counts are the net change. */
export interface CatalogChange {
  readonly source: "import" | "watch" | "import --undo" | "songs remove";
  /** The imported paths; empty for other changes. */
  readonly subject: string;
  readonly added: number;
  readonly updated: number;
  readonly retired: number;
}

export interface PastChange extends Omit<CatalogChange, "source"> {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly generation: number;
  readonly version: string;
  /** Number of songs afterwards. */
  readonly songs: number;
  readonly source: string;
}

/** Returns the latest changes of the catalog, the newest first. */
export function* catalogChanges({ orm }: Reading, limit = CHANGES_MAX): Work<readonly PastChange[]> {
  const { id, ...columns } = getTableColumns(catalogHistory);
  return yield* all(orm.select(columns).from(catalogHistory).orderBy(desc(id)).limit(limit));
}

/** Adds a change in the transaction that makes its generation current, so a crash leaves both or neither. */
export function* recordChange(tx: Writing, generation: Generation, change: CatalogChange, now: number): Work<void> {
  const { number, version, songs } = generation;
  const subject = change.subject.slice(0, SUBJECT_LENGTH_MAX);
  yield* run(tx.orm.insert(catalogHistory).values({ at: now, generation: number, version, songs, ...change, subject }));
  const newest = yield* first(tx.orm.select({ id: max(catalogHistory.id) }).from(catalogHistory));
  yield* run(tx.orm.delete(catalogHistory).where(lte(catalogHistory.id, (newest?.id ?? 0) - CHANGES_MAX)));
}
