import type { ServiceDb } from "../db/service-db.ts";
import type { Timer } from "../lib/timer.ts";
import type { KeySet } from "./key-set.ts";
import { listKeys, otherModels, removeModel, removeVectors, type WordsKey } from "./store.ts";

const BATCH = 500;

interface Pruning {
  readonly db: ServiceDb;
  readonly timer: Timer;
}

/** Removes the vectors that no song of the catalog uses, and all of other models, in short transactions. Returns how many. */
export async function pruneVectors(
  parts: Pruning,
  used: { readonly modelId: number; readonly seen: KeySet },
  stop: AbortSignal,
): Promise<number> {
  let removed = await removeWhere(parts, used.modelId, (key) => !used.seen.has(key), stop);
  for (const other of otherModels(parts.db, used.modelId)) {
    removed += await removeWhere(parts, other, () => true, stop);
    parts.db.transaction((tx) => removeModel(tx, other));
  }
  return removed;
}

async function removeWhere(
  { db, timer }: Pruning,
  modelId: number,
  isUnused: (key: WordsKey) => boolean,
  stop: AbortSignal,
): Promise<number> {
  let removed = 0;
  let page: readonly WordsKey[] = [];
  do {
    page = listKeys(db, modelId, page.at(-1) ?? null, BATCH);
    const unused = page.filter(isUnused);
    if (unused.length > 0) db.transaction((tx) => removeVectors(tx, modelId, unused));
    removed += unused.length;
    await new Promise<void>((resume) => void timer.after(0, resume));
    stop.throwIfAborted();
  } while (page.length === BATCH);
  return removed;
}
