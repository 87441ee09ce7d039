import type { Database } from "bun:sqlite";

/** The first 16 bytes of a text's digest. */
export type WordsKey = Buffer;

const KEY_BYTES = 16;

export function keyOfWords(words: string): WordsKey {
  return Buffer.from(new Bun.CryptoHasher("sha256").update(words).digest().subarray(0, KEY_BYTES));
}

/** Returns the id of a model by name and dimensions; null if no song has a vector of it. */
export function findModel(sqlite: Database, name: string, dims: number): number | null {
  return sqlite.query<{ readonly id: number }, [string, number]>(VECTOR_QUERIES.model).get(name, dims)?.id ?? null;
}

export function addModel(sqlite: Database, name: string, dims: number): number {
  const known = findModel(sqlite, name, dims);
  if (known !== null) return known;
  return Number(sqlite.query(VECTOR_QUERIES.addModel).run(name, dims).lastInsertRowid);
}

/** Whether every song of a catalog was sent to the model. */
export function isCovered(sqlite: Database, name: string, covered: string): boolean {
  return sqlite.query<unknown, [string, string]>(VECTOR_QUERIES.covered).get(name, covered) !== null;
}

export function markCovered(sqlite: Database, modelId: number, covered: string): void {
  sqlite.query(VECTOR_QUERIES.markCovered).run(covered, modelId);
}

/** Returns a vector or null for each key, in the same order. */
export function vectorsOf(sqlite: Database, modelId: number, keys: readonly WordsKey[]): (Int8Array | null)[] {
  const found: (Int8Array | null)[] = Array.from(keys, () => null);
  const rows = sqlite.query<{ readonly at: number; readonly vector: Uint8Array }, [string, number]>(
    VECTOR_QUERIES.vectors,
  );
  for (const { at, vector } of rows.all(listOf(keys), modelId))
    found[at] = new Int8Array(vector.buffer, vector.byteOffset, vector.byteLength);
  return found;
}

/** Returns whether each key has a vector, in the same order. */
export function haveVectors(sqlite: Database, modelId: number, keys: readonly WordsKey[]): boolean[] {
  const rows = sqlite.query<{ readonly found: 0 | 1 }, [number, string]>(VECTOR_QUERIES.have);
  return rows.all(modelId, listOf(keys)).map(({ found }) => found === 1);
}

/** In a transaction. */
export function saveVector(sqlite: Database, modelId: number, key: WordsKey, vector: Int8Array): void {
  const bytes = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
  sqlite.query<unknown, [number, Buffer, Buffer]>(VECTOR_QUERIES.save).run(modelId, key, bytes);
}

/** Returns a page of a model's keys in order, after the key `after`. */
export function listKeys(sqlite: Database, modelId: number, after: WordsKey | null, limit: number): WordsKey[] {
  const page = sqlite.query<{ readonly key: Uint8Array }, [number, Buffer, number]>(VECTOR_QUERIES.keys);
  return page.all(modelId, after ?? Buffer.alloc(0), limit).map(({ key }) => Buffer.from(key));
}

export function removeVectors(sqlite: Database, modelId: number, keys: readonly WordsKey[]): void {
  sqlite.query<unknown, [number, string]>(VECTOR_QUERIES.remove).run(modelId, listOf(keys));
}

/** Returns the other models, which are no longer used. */
export function otherModels(sqlite: Database, modelId: number): number[] {
  const others = sqlite.query<{ readonly id: number }, [number]>(VECTOR_QUERIES.others);
  return others.all(modelId).map(({ id }) => id);
}

/** Removes a model without vectors. */
export function removeModel(sqlite: Database, modelId: number): void {
  sqlite.query(VECTOR_QUERIES.removeModel).run(modelId);
}

/** Returns how many texts have a vector of the model. */
export function countVectors(sqlite: Database, name: string): number {
  return sqlite.query<{ readonly count: number }, [string]>(VECTOR_QUERIES.count).get(name)?.count ?? 0;
}

/** Returns the parameter of queries by key: JSON has no bytes. */
function listOf(keys: readonly WordsKey[]): string {
  return JSON.stringify(keys.map((key) => key.toString("hex")));
}

/** Exported for the test of the query plans: the file grows with the catalog. CROSS JOIN looks up each key of the list. */
export const VECTOR_QUERIES = {
  model: "SELECT id FROM models WHERE name = ? AND dims = ?",
  addModel: "INSERT INTO models (name, dims) VALUES (?, ?)",
  covered: "SELECT 1 FROM models WHERE name = ? AND covered = ?",
  markCovered: "UPDATE models SET covered = ? WHERE id = ?",
  others: "SELECT id FROM models WHERE id <> ?",
  removeModel: "DELETE FROM models WHERE id = ?",
  vectors: `SELECT w.key AS at, v.vector FROM json_each(?) w
    CROSS JOIN vectors v ON v.model_id = ? AND v.key = unhex(w.value)`,
  have: `SELECT EXISTS (SELECT 1 FROM vectors v WHERE v.model_id = ? AND v.key = unhex(w.value)) AS found
    FROM json_each(?) w ORDER BY w.key`,
  save: `INSERT INTO vectors (model_id, key, vector) VALUES (?, ?, ?)
    ON CONFLICT (model_id, key) DO UPDATE SET vector = excluded.vector`,
  keys: "SELECT key FROM vectors WHERE model_id = ? AND key > ? ORDER BY key LIMIT ?",
  remove: "DELETE FROM vectors WHERE model_id = ? AND key IN (SELECT unhex(value) FROM json_each(?))",
  count: "SELECT count(*) AS count FROM models m JOIN vectors v ON v.model_id = m.id WHERE m.name = ?",
} as const;
