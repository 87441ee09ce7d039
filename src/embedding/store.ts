import { and, eq, ne } from "drizzle-orm";
import { embeddingModels } from "../../schema/tables/service/embeddings.ts";
import type { Reading, Writing } from "../db/service-db.ts";

/** The first 16 bytes of a text's digest. */
export type WordsKey = Buffer;

const KEY_BYTES = 16;

export function keyOfWords(words: string): WordsKey {
  return Buffer.from(new Bun.CryptoHasher("sha256").update(words).digest().subarray(0, KEY_BYTES));
}

/** Returns the id of a model by name and dimensions; null if no song has a vector of it. */
export function findModel(reading: Reading, name: string, dims: number): number | null {
  const isModel = and(eq(embeddingModels.name, name), eq(embeddingModels.dims, dims));
  return reading.orm.select({ id: embeddingModels.id }).from(embeddingModels).where(isModel).get()?.id ?? null;
}

export function addModel(tx: Writing, name: string, dims: number): number {
  const known = findModel(tx, name, dims);
  if (known !== null) return known;
  return tx.orm.insert(embeddingModels).values({ name, dims }).returning({ id: embeddingModels.id }).get().id;
}

/** Whether every song of a catalog was sent to the model. */
export function isCovered(reading: Reading, name: string, covered: string): boolean {
  const isMatch = and(eq(embeddingModels.name, name), eq(embeddingModels.covered, covered));
  return reading.orm.select({ id: embeddingModels.id }).from(embeddingModels).where(isMatch).get() !== undefined;
}

export function markCovered(tx: Writing, modelId: number, covered: string): void {
  tx.orm.update(embeddingModels).set({ covered }).where(eq(embeddingModels.id, modelId)).run();
}

/** Returns a vector or null for each key, in the same order. */
export function vectorsOf(reading: Reading, modelId: number, keys: readonly WordsKey[]): (Int8Array | null)[] {
  const one = reading.sqlite.query<{ readonly vector: Uint8Array }, [number, Buffer]>(EMBEDDING_QUERIES.vector);
  return keys.map((key) => {
    const row = one.get(modelId, key);
    return row === null ? null : new Int8Array(row.vector.buffer, row.vector.byteOffset, row.vector.byteLength);
  });
}

export function hasVector(reading: Reading, modelId: number, key: WordsKey): boolean {
  return (
    reading.sqlite.query<{ readonly found: 1 }, [number, Buffer]>(EMBEDDING_QUERIES.has).get(modelId, key) !== null
  );
}

export function saveVector(tx: Writing, modelId: number, key: WordsKey, vector: Int8Array): void {
  const bytes = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
  tx.sqlite.query<unknown, [number, Buffer, Buffer]>(EMBEDDING_QUERIES.save).run(modelId, key, bytes);
}

/** Returns a page of a model's keys in order, after the key `after`. */
export function listKeys(reading: Reading, modelId: number, after: WordsKey | null, limit: number): WordsKey[] {
  const page = reading.sqlite.query<{ readonly key: Uint8Array }, [number, Buffer, number]>(EMBEDDING_QUERIES.keys);
  return page.all(modelId, after ?? Buffer.alloc(0), limit).map(({ key }) => Buffer.from(key));
}

export function removeVectors(tx: Writing, modelId: number, keys: readonly WordsKey[]): void {
  const remove = tx.sqlite.query<unknown, [number, Buffer]>(EMBEDDING_QUERIES.remove);
  for (const key of keys) remove.run(modelId, key);
}

/** Returns the other models, which are no longer used. */
export function otherModels(reading: Reading, modelId: number): number[] {
  const others = reading.orm.select({ id: embeddingModels.id }).from(embeddingModels);
  return others
    .where(ne(embeddingModels.id, modelId))
    .all()
    .map(({ id }) => id);
}

/** Removes a model without vectors. */
export function removeModel(tx: Writing, modelId: number): void {
  tx.orm.delete(embeddingModels).where(eq(embeddingModels.id, modelId)).run();
}

/** Returns how many texts have a vector of the model. */
export function countVectors(reading: Reading, name: string): number {
  return reading.sqlite.query<{ readonly count: number }, [string]>(EMBEDDING_QUERIES.count).get(name)?.count ?? 0;
}

/** All statements on the growing table, for the test of their query plans. */
export const EMBEDDING_QUERIES = {
  vector: "SELECT vector FROM embeddings WHERE model_id = ? AND key = ?",
  has: "SELECT 1 AS found FROM embeddings WHERE model_id = ? AND key = ?",
  save: "INSERT OR REPLACE INTO embeddings (model_id, key, vector) VALUES (?, ?, ?)",
  keys: "SELECT key FROM embeddings WHERE model_id = ? AND key > ? ORDER BY key LIMIT ?",
  remove: "DELETE FROM embeddings WHERE model_id = ? AND key = ?",
  count: `SELECT count(*) AS count FROM embedding_models m
    JOIN embeddings e ON e.model_id = m.id WHERE m.name = ?`,
} as const;
