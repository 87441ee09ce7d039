import type { Database } from "bun:sqlite";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { migrations } from "../../schema/migrations/vectors/list.ts";
import { migrate } from "./migrate.ts";
import { openWritable } from "./open.ts";
import { vectorsPath } from "./vectors-file.ts";

/** Rows per transaction: 25 MB of the write-ahead log with vectors of 1,024 bytes. */
const BATCH = 20_000;

/**
 * Copies the vectors of songs from the service database of an earlier version, which had them, to the file of vectors in the same data
 * folder. Runs before the migration that removes them from the service database, in its transaction, so that a vector is always in
 * at least one of the two. A second run copies what is missing.
 */
export function moveVectors(service: Database): void {
  const last = service.query<{ last: number | null }, []>("SELECT max(rowid) AS last FROM embeddings").get()?.last ?? 0;
  if (last === 0) return;
  const path = vectorsPath(dirname(service.filename));
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const vectors = openWritable(path, { create: true });
  try {
    migrate(vectors, migrations);
    vectors.run("ATTACH ? AS former", [service.filename]);
    vectors.run(COPY_MODELS);
    for (let from = 0; from < last; from += BATCH) vectors.run(COPY_VECTORS, [from, from + BATCH]);
    vectors.run("DETACH former");
  } finally {
    vectors.close();
  }
}

/** Without "WHERE true", SQLite parses "ON" as part of a join. */
const COPY_MODELS = `
  INSERT INTO models (name, dims, covered) SELECT name, dims, covered FROM former.embedding_models WHERE true
  ON CONFLICT (name, dims) DO NOTHING`;
const COPY_VECTORS = `
  INSERT INTO vectors (model_id, key, vector)
  SELECT m.id, e.key, e.vector FROM former.embeddings e
    JOIN former.embedding_models f ON f.id = e.model_id
    JOIN models m ON m.name = f.name AND m.dims = f.dims
  WHERE e.rowid > ? AND e.rowid <= ?
  ON CONFLICT (model_id, key) DO NOTHING`;
