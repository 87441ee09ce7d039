import { MEDIA_KNOWLEDGE } from "../../../schema/change-subjects.ts";
import type { MediaSource } from "../../audio/source-store.ts";
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

/** Inserts or updates sources. An unchanged source retains a digest that was computed after its import. */
export function* putSources(tx: Writing, sources: readonly MediaSource[]): Work<void> {
  yield* rows(tx, PUT_SOURCES, JSON.stringify(sources));
  tx.noteChange(MEDIA_KNOWLEDGE);
}

export function* putOrigins(tx: Writing, origins: readonly MediaOrigin[]): Work<void> {
  yield* rows(tx, PUT_ORIGINS, JSON.stringify(origins));
}

/** One statement for all rows: a catalog has millions of files. Without "WHERE true", SQLite parses "ON" as part of a join. */
const PUT_SOURCES = `
  INSERT INTO media_sources (ref, byte_size, modified_at, digest)
  SELECT value ->> 'ref', value ->> 'byteSize', value ->> 'modifiedAt', value ->> 'digest' FROM json_each(?) WHERE true
  ON CONFLICT (ref) DO UPDATE SET
    digest = coalesce(excluded.digest, iif(byte_size = excluded.byte_size AND modified_at = excluded.modified_at, digest, NULL)),
    byte_size = excluded.byte_size, modified_at = excluded.modified_at`;
const PUT_ORIGINS = `
  INSERT INTO media_origins (path, byte_size, modified_at, ref)
  SELECT value ->> 'path', value ->> 'byteSize', value ->> 'modifiedAt', value ->> 'ref' FROM json_each(?) WHERE true
  ON CONFLICT (path) DO UPDATE SET byte_size = excluded.byte_size, modified_at = excluded.modified_at, ref = excluded.ref`;

/** Exported for the test of the query plans. CROSS JOIN makes SQLite look up each item of the list. */
export const MEDIA_QUERIES = {
  sources: `SELECT s.ref, s.byte_size AS byteSize, s.modified_at AS modifiedAt, s.digest
    FROM json_each(?) w CROSS JOIN media_sources s ON s.ref = w.value`,
  origins: `SELECT o.path, o.byte_size AS byteSize, o.modified_at AS modifiedAt, o.ref
    FROM json_each(?) w CROSS JOIN media_origins o ON o.path = w.value`,
} as const;
