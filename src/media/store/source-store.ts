import { inArray } from "drizzle-orm";
import { mediaOrigins, mediaSources } from "../../../schema/tables/service/media.ts";
import type { Reading, Writing } from "../../db/service-db.ts";

/** What tells one state of a file from another without reading it. */
export interface FileStamp {
  readonly byteSize: number;
  /** Whole milliseconds since the epoch. */
  readonly modifiedAt: number;
}

/** A medium as it was imported. */
export interface MediaSource extends FileStamp {
  readonly ref: string;
  /** Null for a file in place that nobody has read yet. */
  readonly digest: string | null;
}

/** Where a file of the store came from. */
export interface MediaOrigin extends FileStamp {
  /** Absolute. */
  readonly path: string;
  readonly ref: string;
}

/** As many values as one statement takes at ease. */
const VALUES_MAX = 500;

/** What is known of these refs, by ref. */
export function sourcesOf({ orm }: Reading, refs: readonly string[]): Map<string, MediaSource> {
  const rows = pieces(refs).flatMap((some) =>
    orm.select().from(mediaSources).where(inArray(mediaSources.ref, some)).all(),
  );
  return new Map(rows.map((row) => [row.ref, row]));
}

/** What was taken into the store from these paths, by path. */
export function originsOf({ orm }: Reading, paths: readonly string[]): Map<string, MediaOrigin> {
  const rows = pieces(paths).flatMap((some) =>
    orm.select().from(mediaOrigins).where(inArray(mediaOrigins.path, some)).all(),
  );
  return new Map(rows.map((row) => [row.path, row]));
}

/** A source that is as it was keeps the digest that somebody has found since. */
export function putSources(tx: Writing, sources: readonly MediaSource[]): void {
  tx.sqlite.query(PUT_SOURCES).run(JSON.stringify(sources));
}

export function putOrigins(tx: Writing, origins: readonly MediaOrigin[]): void {
  tx.sqlite.query(PUT_ORIGINS).run(JSON.stringify(origins));
}

/** One statement for all: a catalog has millions of files. The "where" keeps the parser from reading a join's "on". */
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

function pieces(values: readonly string[]): string[][] {
  const count = Math.ceil(values.length / VALUES_MAX);
  return Array.from({ length: count }, (_, n) => values.slice(n * VALUES_MAX, (n + 1) * VALUES_MAX));
}
