import { MEDIA_KNOWLEDGE } from "../../../schema/change-subjects.ts";
import type { MediaSource } from "../../audio/source-store.ts";
import { textsOf } from "../../db/engine-sql.ts";
import type { Reading, Writing } from "../../db/service-db.ts";
import { rows, type Work } from "../../db/work.ts";
import type { FileStamp } from "../../lib/file-stamp.ts";

/** The file that a file in the store was copied or linked from. */
export interface MediaOrigin extends FileStamp {
  /** Absolute path. */
  readonly path: string;
  readonly ref: string;
}

/** Returns the sources with these refs, by ref. */
export function* sourcesOf(reading: Reading, refs: readonly string[]): Work<ReadonlyMap<string, MediaSource>> {
  if (refs.length === 0) return new Map();
  const found = yield* rows<MediaSource>(reading, MEDIA_QUERIES.sources, JSON.stringify(refs));
  return new Map(found.map((row) => [row.ref, row]));
}

/** Returns the origins with these paths, by path. */
export function* originsOf(reading: Reading, paths: readonly string[]): Work<ReadonlyMap<string, MediaOrigin>> {
  if (paths.length === 0) return new Map();
  const found = yield* rows<MediaOrigin>(reading, MEDIA_QUERIES.origins, JSON.stringify(paths));
  return new Map(found.map((row) => [row.path, row]));
}

/** Inserts or updates sources; of several with the same ref, the last. An unchanged source retains a digest that was computed after its import. */
export function* putSources(tx: Writing, sources: readonly MediaSource[]): Work<void> {
  yield* rows(
    tx,
    PUT_SOURCES,
    lastOf(sources, ({ ref }) => ref),
  );
  tx.noteChange(MEDIA_KNOWLEDGE);
}

/** Inserts or updates origins; of several with the same path, the last. */
export function* putOrigins(tx: Writing, origins: readonly MediaOrigin[]): Work<void> {
  yield* rows(
    tx,
    PUT_ORIGINS,
    lastOf(origins, ({ path }) => path),
  );
}

/** Two files of an import can have the same bytes, and PostgreSQL changes no row twice in a statement. */
function lastOf<Item>(items: readonly Item[], keyOf: (item: Item) => string): string {
  return JSON.stringify([...new Map(items.map((item) => [keyOf(item), item])).values()]);
}

/** One statement for all rows: a catalog has millions of files. Without "WHERE true", SQLite parses "ON" as part of a join. */
const PUT_SOURCES = textsOf(
  ({ items }) => `
  INSERT INTO media_sources (ref, byte_size, modified_at, digest)
  SELECT w.value ->> 'ref', CAST(w.value ->> 'byteSize' AS bigint), CAST(w.value ->> 'modifiedAt' AS bigint), w.value ->> 'digest'
    FROM ${items("?")} WHERE true
  ON CONFLICT (ref) DO UPDATE SET
    digest = coalesce(excluded.digest, CASE WHEN media_sources.byte_size = excluded.byte_size
      AND media_sources.modified_at = excluded.modified_at THEN media_sources.digest END),
    byte_size = excluded.byte_size, modified_at = excluded.modified_at`,
);
const PUT_ORIGINS = textsOf(
  ({ items }) => `
  INSERT INTO media_origins (path, byte_size, modified_at, ref)
  SELECT w.value ->> 'path', CAST(w.value ->> 'byteSize' AS bigint), CAST(w.value ->> 'modifiedAt' AS bigint), w.value ->> 'ref'
    FROM ${items("?")} WHERE true
  ON CONFLICT (path) DO UPDATE SET byte_size = excluded.byte_size, modified_at = excluded.modified_at, ref = excluded.ref`,
);

/** Exported for the test of the query plans. */
export const MEDIA_QUERIES = {
  sources: textsOf(
    ({ texts, lookUp }) => `SELECT s.ref, s.byte_size AS "byteSize", s.modified_at AS "modifiedAt", s.digest
    FROM ${texts("?")} ${lookUp} media_sources s ON s.ref = w.value`,
  ),
  origins: textsOf(
    ({ texts, lookUp }) => `SELECT o.path, o.byte_size AS "byteSize", o.modified_at AS "modifiedAt", o.ref
    FROM ${texts("?")} ${lookUp} media_origins o ON o.path = w.value`,
  ),
} as const;
