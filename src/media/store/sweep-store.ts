import { MEDIA_KNOWLEDGE } from "../../../schema/change-subjects.ts";
import { textsOf } from "../../db/engine-sql.ts";
import type { Reading, Writing } from "../../db/service-db.ts";
import { rows, type Work } from "../../db/work.ts";
import type { MediaSource } from "../../audio/source-store.ts";

/** The key and the ref of a row in `media_made`. */
export interface MadeRow {
  readonly digest: string;
  readonly kind: string;
  readonly recipe: string;
  readonly ref: string | null;
}

/** Returns the next sources, ordered by ref. */
export function sourcesAfter(reading: Reading, after: string, limit: number): Work<readonly MediaSource[]> {
  return rows(reading, SWEEP_QUERIES.sources, after, limit);
}

/** Returns the next rows, ordered by key. */
export function madeAfter(reading: Reading, after: MadeRow | null, limit: number): Work<readonly MadeRow[]> {
  return rows(reading, SWEEP_QUERIES.made, after?.digest ?? "", after?.kind ?? "", after?.recipe ?? "", limit);
}

/** Returns the refs among these that a row of `media_made` contains. */
export function* madeAmong(reading: Reading, refs: readonly string[]): Work<ReadonlySet<string>> {
  const found = yield* rows<{ readonly ref: string }>(reading, SWEEP_QUERIES.madeAmong, JSON.stringify(refs));
  return new Set(found.map(({ ref }) => ref));
}

export function* deleteSources(tx: Writing, refs: readonly string[]): Work<void> {
  yield* rows(tx, SWEEP_QUERIES.deleteSources, JSON.stringify(refs));
  yield* rows(tx, SWEEP_QUERIES.deleteOrigins, JSON.stringify(refs));
  tx.noteChange(MEDIA_KNOWLEDGE);
}

export function* deleteMade(tx: Writing, keys: readonly Omit<MadeRow, "ref">[]): Work<void> {
  const texts = keys.map(({ digest, kind, recipe }) => [digest, kind, recipe]);
  yield* rows(tx, SWEEP_QUERIES.deleteMade, JSON.stringify(texts));
  tx.noteChange(MEDIA_KNOWLEDGE);
}

/** Exported for the test of the query plans: the tables grow with the catalog. */
export const SWEEP_QUERIES = {
  sources: `SELECT ref, byte_size AS "byteSize", modified_at AS "modifiedAt", digest FROM media_sources
    WHERE ref > ? ORDER BY ref LIMIT ?`,
  made: `SELECT digest, kind, recipe, ref FROM media_made WHERE (digest, kind, recipe) > (?, ?, ?)
    ORDER BY digest, kind, recipe LIMIT ?`,
  madeAmong: textsOf(
    ({ texts, lookUp }) => `SELECT m.ref FROM ${texts("?")} ${lookUp} media_made m ON m.ref = w.value`,
  ),
  deleteSources: textsOf(({ values }) => `DELETE FROM media_sources WHERE ref IN (${values("?")})`),
  deleteOrigins: textsOf(({ values }) => `DELETE FROM media_origins WHERE ref IN (${values("?")})`),
  deleteMade: textsOf(
    ({ items }) => `DELETE FROM media_made WHERE (digest, kind, recipe) IN
      (SELECT w.value ->> 0, w.value ->> 1, w.value ->> 2 FROM ${items("?")})`,
  ),
} as const;
