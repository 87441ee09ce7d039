import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, lt, ne, type SQL, sql } from "drizzle-orm";
import { MEDIA_KNOWLEDGE } from "../../../schema/change-subjects.ts";
import { STORE_SCHEME } from "../../../schema/media-ref.ts";
import { mediaMade, mediaOrigins, mediaSources } from "../../../schema/tables/service/media.ts";
import { textsOf } from "../../db/engine-sql.ts";
import type { Reading, Writing } from "../../db/service-db.ts";
import { all, first, rows, run, type Work } from "../../db/work.ts";
import type { MadeKind } from "./make-task.ts";
import { withoutNul } from "../../lib/find-nul.ts";

const DELETED_MAX = 100;

/** The values that determine the bytes of a generated file. */
export interface MadeKey {
  /** SHA-256 of the source in hexadecimal; for an archive, over its files (see `joinedDigest`). */
  readonly digest: string;
  readonly kind: MadeKind;
  readonly recipe: string;
}

/** The result: a ref into the store, or the reason why the file cannot be generated. */
export type Made = { readonly ref: string; readonly error: null } | { readonly ref: null; readonly error: string };

const MADE_QUERY =
  'SELECT ref, error, made_at AS "madeAt" FROM media_made WHERE digest = ? AND kind = ? AND recipe = ?';

interface MadeResult {
  readonly ref: string | null;
  readonly error: string | null;
  readonly madeAt: number;
}

/** Returns a result, or null before the first attempt. */
export function* findMade(
  reading: Reading,
  { digest, kind, recipe }: MadeKey,
): Work<(Made & { readonly madeAt: number }) | null> {
  const [row] = yield* rows<MadeResult>(reading, MADE_QUERY, digest, kind, recipe);
  if (row === undefined) return null;
  const { ref, error, madeAt } = row;
  return ref === null ? { ref, error: error ?? "", madeAt } : { ref, error: null, madeAt };
}

export function* putMade(tx: Writing, key: MadeKey, made: Made, now: number): Work<void> {
  const error = made.error === null ? null : withoutNul(made.error);
  const result = { ref: made.ref, error, madeAt: now };
  yield* run(
    tx.orm
      .insert(mediaMade)
      .values({ ...key, ...result })
      .onConflictDoUpdate({ target: [mediaMade.digest, mediaMade.kind, mediaMade.recipe], set: result }),
  );
  tx.noteChange(MEDIA_KNOWLEDGE);
}

/** Notes the use of a file of which the ones that were not used for longest are deleted. */
export function noteUse(tx: Writing, { digest, kind, recipe }: MadeKey, now: number): Work<void> {
  return run(
    tx.orm
      .update(mediaMade)
      .set({ madeAt: now })
      .where(and(eq(mediaMade.digest, digest), eq(mediaMade.kind, kind), eq(mediaMade.recipe, recipe))),
  );
}

/** Deletes up to `limit` rows of other recipes for a kind, and returns their number. Such files are not served any more. */
export function* deleteOutdatedMade(tx: Writing, kind: MadeKind, recipe: string, limit: number): Work<number> {
  const outdated = tx.orm
    .select({ rowid: sql<number>`rowid` })
    .from(mediaMade)
    .where(and(eq(mediaMade.kind, kind), ne(mediaMade.recipe, recipe)))
    .limit(limit);
  tx.noteChange(MEDIA_KNOWLEDGE);
  const deleted = tx.orm
    .delete(mediaMade)
    .where(sql`rowid in ${outdated}`)
    .returning({ digest: mediaMade.digest });
  return (yield* all(deleted)).length;
}

/** Exported for the test of their plans: the table grows with the media. */
export const FAILURE_QUERIES = {
  any: "SELECT 1 FROM media_made WHERE ref IS NULL LIMIT 1",
  ofDigests: textsOf(
    ({ texts, lookUp, indexedBy }) => `SELECT m.digest, m.kind, m.recipe FROM ${texts("?")}
    ${lookUp} media_made m ${indexedBy("sqlite_autoindex_media_made_1")} ON m.digest = w.value WHERE m.ref IS NULL`,
  ),
} as const;

/** Whether any file cannot be generated (index media_made_by_ref). */
export function* hasFailures(reading: Reading): Work<boolean> {
  return (yield* rows(reading, FAILURE_QUERIES.any)).length > 0;
}

/** Returns what cannot be generated from sources with these digests. */
export function failuresOf(reading: Reading, digests: readonly string[]): Work<readonly MadeKey[]> {
  return rows<MadeKey>(reading, FAILURE_QUERIES.ofDigests, JSON.stringify(digests));
}

/** Files that are made on request only, of which those that were used last are kept. The alignment of a cut is a small file of its own. */
export type ForgottenKind = "cut" | "alignment" | "imprinted";

/** A failure has no file, and does not count among the imprinted ones, whose files are limited by their size. */
const OF_KIND: Readonly<Record<ForgottenKind, SQL>> = {
  cut: sql`kind = 'cut' AND (ref IS NULL OR ref NOT LIKE '%.json')`,
  alignment: sql`kind = 'cut' AND ref LIKE '%.json'`,
  imprinted: sql`kind = 'imprinted' AND ref IS NOT NULL`,
};

/**
 * Deletes the rows of all files of a kind but the `kept` that were used last. Returns the refs of their files, without those that other rows
 * name (indexes media_made_cuts and media_made_imprinted).
 */
export function* deleteOld(tx: Writing, kind: ForgottenKind, kept: number): Work<readonly string[]> {
  const old = tx.orm
    .select({ rowid: sql<number>`rowid` })
    .from(mediaMade)
    .where(OF_KIND[kind])
    .orderBy(desc(mediaMade.madeAt))
    .limit(DELETED_MAX)
    .offset(kept);
  const deleted = yield* all(
    tx.orm
      .delete(mediaMade)
      .where(sql`rowid in ${old}`)
      .returning({ ref: mediaMade.ref }),
  );
  const refs = deleted.flatMap(({ ref }) => ref ?? []);
  if (refs.length === 0) return refs;
  const named = yield* all(tx.orm.select({ ref: mediaMade.ref }).from(mediaMade).where(inArray(mediaMade.ref, refs)));
  const others = new Set(named.map(({ ref }) => ref));
  return refs.filter((ref) => !others.has(ref));
}

/** The refs of imprinted files, the last used first. */
export function* newestImprinted({ orm }: Reading): Work<readonly string[]> {
  const found = yield* all(
    orm
      .select({ ref: mediaMade.ref })
      .from(mediaMade)
      .where(sql`kind = 'imprinted'`)
      .orderBy(desc(mediaMade.madeAt)),
  );
  return found.flatMap(({ ref }) => ref ?? []);
}

/** Whether any file was generated. */
export function* hasMade({ orm }: Reading): Work<boolean> {
  const one = orm.select({ ref: mediaMade.ref }).from(mediaMade).where(isNotNull(mediaMade.ref)).limit(1);
  return (yield* first(one)) !== null;
}

/** A source with a failure, and its reason. */
export interface FailedSource {
  readonly digest: string;
  /** Its media ref, and the path that it was imported from; null if unknown. */
  readonly ref: string | null;
  readonly origin: string | null;
  readonly error: string;
}

/** The newest first. */
export function failedSources({ orm }: Reading, limit: number): Work<readonly FailedSource[]> {
  return all(
    orm
      .select({
        digest: mediaMade.digest,
        ref: sql<string | null>`min(${mediaSources.ref})`,
        origin: sql<string | null>`min(${mediaOrigins.path})`,
        error: sql<string>`coalesce(min(${mediaMade.error}), '')`,
      })
      .from(mediaMade)
      .leftJoin(mediaSources, and(eq(mediaSources.digest, mediaMade.digest), isNotNull(mediaSources.digest)))
      .leftJoin(
        mediaOrigins,
        and(
          gte(mediaOrigins.ref, sql`${STORE_SCHEME} || ${mediaMade.digest} || '.'`),
          lt(mediaOrigins.ref, sql`${STORE_SCHEME} || ${mediaMade.digest} || '/'`),
        ),
      )
      .where(isNull(mediaMade.ref))
      .groupBy(mediaMade.digest)
      .orderBy(desc(sql`max(${mediaMade.madeAt})`), asc(mediaMade.digest))
      .limit(limit),
  );
}

export function* countFailedSources({ orm }: Reading): Work<number> {
  const count = sql<number>`count(DISTINCT ${mediaMade.digest})`;
  return (yield* first(orm.select({ count }).from(mediaMade).where(isNull(mediaMade.ref))))?.count ?? 0;
}
