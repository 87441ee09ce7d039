import type { ServiceDb } from "../db/service-db.ts";
import { moveWaiting } from "./append-store.ts";
import { lastWaiting } from "./waiting-store.ts";

/** Events in one transaction. Readers of the trail wait for it, and transactions that prune. */
const MOVED_MAX = 100;

/**
 * Moves the events that wait now into the chain: before the trail is read, so that the reader sees what has just been recorded, and
 * regularly. On SQLite no event waits. `isPatient` is false for a node that need not wait for another one that does the same.
 */
export async function settleTrail(db: ServiceDb, { isPatient = true } = {}): Promise<void> {
  if (db.engine === "sqlite") return;
  const { id: through } = await db.read(lastWaiting(db));
  if (through === null) return;
  const range = { through, limit: MOVED_MAX, isPatient };
  // A batch that is not full was the last one. Later events wait for the next call, so this one ends.
  while ((await db.write((tx) => moveWaiting(tx, range))) === MOVED_MAX);
}
