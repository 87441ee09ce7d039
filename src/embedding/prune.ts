import type { Timer } from "../lib/timer.ts";
import type { KeySet } from "./key-set.ts";
import { listKeys, otherModels, removeModel, removeVectors, type WordsKey } from "./store.ts";
import type { VectorFile } from "./vector-file.ts";

const BATCH = 500;

interface Pruning {
  readonly vectors: VectorFile;
  readonly timer: Timer;
}

/**
 * Removes the vectors that no song of the catalog uses and all vectors of other models, in short transactions. Returns
 * how many it removed.
 */
export async function pruneVectors(
  parts: Pruning,
  used: { readonly modelId: number; readonly seen: KeySet },
  stop: AbortSignal,
): Promise<number> {
  let removed = await removeWhere(parts, used.modelId, (key) => !used.seen.has(key), stop);
  for (const other of parts.vectors.read((sqlite) => otherModels(sqlite, used.modelId))) {
    removed += await removeWhere(parts, other, () => true, stop);
    parts.vectors.write((sqlite) => removeModel(sqlite, other));
  }
  return removed;
}

async function removeWhere(
  { vectors, timer }: Pruning,
  modelId: number,
  isUnused: (key: WordsKey) => boolean,
  stop: AbortSignal,
): Promise<number> {
  let removed = 0;
  let page: readonly WordsKey[] = [];
  do {
    const after = page.at(-1) ?? null;
    page = vectors.read((sqlite) => listKeys(sqlite, modelId, after, BATCH));
    const unused = page.filter(isUnused);
    if (unused.length > 0) vectors.write((sqlite) => removeVectors(sqlite, modelId, unused));
    removed += unused.length;
    await new Promise<void>((resume) => void timer.after(0, resume));
    stop.throwIfAborted();
  } while (page.length === BATCH);
  return removed;
}
