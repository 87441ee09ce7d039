import { MEDIA_KNOWLEDGE } from "../../schema/change-subjects.ts";
import { digestInRef } from "../../schema/media-ref.ts";
import { mediaSources } from "../../schema/tables/service/media.ts";
import { textsOf } from "../db/engine-sql.ts";
import type { Reading, Writing } from "../db/service-db.ts";
import { rows, run, type Work } from "../db/work.ts";
import type { FileStamp } from "../lib/file-stamp.ts";

/** A source file with its state at the import, or when it was last read. */
export interface MediaSource extends FileStamp {
  readonly ref: string;
  /** SHA-256 of its bytes in hexadecimal; null for a file in place that has not been read yet. */
  readonly digest: string | null;
}

/** Exported for the test of its plan: the table grows with the media. */
export const SOURCE_DIGESTS_QUERY = textsOf(
  ({ texts, lookUp }) => `SELECT s.ref, s.digest FROM ${texts("?")}
  ${lookUp} media_sources s ON s.ref = w.value WHERE s.digest IS NOT NULL`,
);

const SOURCE_QUERY = `SELECT ref, byte_size AS "byteSize", modified_at AS "modifiedAt", digest FROM media_sources
  WHERE ref = ?`;

export function* findSource(reading: Reading, ref: string): Work<MediaSource | null> {
  const [source = null] = yield* rows<MediaSource>(reading, SOURCE_QUERY, ref);
  return source;
}

/** Returns the digest of a ref's content, from the ref or from the last time it was read; null if it is unknown. */
export function* knownDigest(reading: Reading, ref: string): Work<string | null> {
  return digestInRef(ref) ?? (yield* findSource(reading, ref))?.digest ?? null;
}

/** Like `knownDigest` for many refs, in one query. Refs without a known digest are missing. */
export function* knownDigests(reading: Reading, refs: readonly string[]): Work<ReadonlyMap<string, string>> {
  const known = new Map<string, string>();
  const others: string[] = [];
  for (const ref of refs) {
    const digest = digestInRef(ref);
    if (digest === null) others.push(ref);
    else known.set(ref, digest);
  }
  if (others.length === 0) return known;
  const found = yield* rows<DigestRow>(reading, SOURCE_DIGESTS_QUERY, JSON.stringify(others));
  for (const { ref, digest } of found) known.set(ref, digest);
  return known;
}

interface DigestRow {
  readonly ref: string;
  readonly digest: string;
}

export function* putSource(tx: Writing, { ref, ...source }: MediaSource): Work<void> {
  yield* run(
    tx.orm
      .insert(mediaSources)
      .values({ ref, ...source })
      .onConflictDoUpdate({ target: mediaSources.ref, set: source }),
  );
  tx.noteChange(MEDIA_KNOWLEDGE);
}
