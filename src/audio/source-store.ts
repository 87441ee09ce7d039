import { eq, sql } from "drizzle-orm";
import { MEDIA_KNOWLEDGE } from "../../schema/change-subjects.ts";
import { digestInRef } from "../../schema/media-ref.ts";
import { mediaSources } from "../../schema/tables/service/media.ts";
import type { Reading, Writing } from "../db/service-db.ts";
import type { FileStamp } from "../lib/file-stamp.ts";

/** A source file with its state at the import, or when it was last read. */
export interface MediaSource extends FileStamp {
  readonly ref: string;
  /** SHA-256 of its bytes in hexadecimal; null for a file in place that has not been read yet. */
  readonly digest: string | null;
}

/** Exported for the test of its plan: the table grows with the media. */
export const SOURCE_DIGESTS_QUERY = `SELECT s.ref, s.digest FROM json_each(?) w
  CROSS JOIN media_sources s ON s.ref = w.value WHERE s.digest IS NOT NULL`;

/** Looks up sources one at a time with a statement that is prepared once, because surveys look up every file of the catalog. */
export class SourceReader {
  readonly #find;
  readonly #reading: Reading;

  constructor(reading: Reading) {
    this.#reading = reading;
    this.#find = reading.orm
      .select()
      .from(mediaSources)
      .where(eq(mediaSources.ref, sql.placeholder("ref")))
      .prepare();
  }

  find(ref: string): MediaSource | null {
    return this.#find.get({ ref }) ?? null;
  }

  /** The digest of a ref's content, from the ref or from the last time it was read; null if it is unknown. */
  knownDigest(ref: string): string | null {
    return digestInRef(ref) ?? this.find(ref)?.digest ?? null;
  }

  /** Like `knownDigest` for many refs, in one query. Refs without a known digest are missing. */
  knownDigests(refs: readonly string[]): ReadonlyMap<string, string> {
    const known = new Map<string, string>();
    const others: string[] = [];
    for (const ref of refs) {
      const digest = digestInRef(ref);
      if (digest === null) others.push(ref);
      else known.set(ref, digest);
    }
    if (others.length === 0) return known;
    const query = this.#reading.sqlite.query<{ ref: string; digest: string }, [string]>(SOURCE_DIGESTS_QUERY);
    for (const { ref, digest } of query.all(JSON.stringify(others))) known.set(ref, digest);
    return known;
  }
}

export function putSource(tx: Writing, { ref, ...source }: MediaSource): void {
  tx.orm
    .insert(mediaSources)
    .values({ ref, ...source })
    .onConflictDoUpdate({ target: mediaSources.ref, set: source })
    .run();
  tx.noteChange(MEDIA_KNOWLEDGE);
}
