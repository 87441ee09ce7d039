import { and, asc, gt, inArray, isNotNull } from "drizzle-orm";
import { mediaMade, mediaOrigins, mediaSources } from "../../../schema/tables/service/media.ts";
import type { Reading, Writing } from "../../db/service-db.ts";
import type { MediaSource } from "./source-store.ts";

/** Something made of media, and its place in the table. */
export interface MadeRow {
  readonly digest: string;
  readonly kind: string;
  readonly recipe: string;
  readonly ref: string | null;
}

/** The next sources, by ref. */
export function sourcesAfter({ orm }: Reading, after: string, limit: number): readonly MediaSource[] {
  const { ref } = mediaSources;
  return orm.select().from(mediaSources).where(gt(ref, after)).orderBy(asc(ref)).limit(limit).all();
}

/** The next made files, by their key. */
export function madeAfter({ sqlite }: Reading, after: MadeRow | null, limit: number): readonly MadeRow[] {
  return sqlite
    .query<MadeRow, [string, string, string, number]>(MADE_AFTER)
    .all(after?.digest ?? "", after?.kind ?? "", after?.recipe ?? "", limit);
}

const MADE_AFTER = `SELECT digest, kind, recipe, ref FROM media_made WHERE (digest, kind, recipe) > (?, ?, ?)
  ORDER BY digest, kind, recipe LIMIT ?`;

/** Of these refs, those of made files. */
export function madeAmong({ orm }: Reading, refs: readonly string[]): ReadonlySet<string> {
  const rows = orm
    .select({ ref: mediaMade.ref })
    .from(mediaMade)
    .where(and(isNotNull(mediaMade.ref), inArray(mediaMade.ref, [...refs])))
    .all();
  return new Set(rows.flatMap(({ ref }) => (ref === null ? [] : [ref])));
}

export function forgetSources(tx: Writing, refs: readonly string[]): void {
  tx.orm
    .delete(mediaSources)
    .where(inArray(mediaSources.ref, [...refs]))
    .run();
  tx.orm
    .delete(mediaOrigins)
    .where(inArray(mediaOrigins.ref, [...refs]))
    .run();
}

export function forgetMade(tx: Writing, rows: readonly MadeRow[]): void {
  const forget = tx.sqlite.query("DELETE FROM media_made WHERE digest = ? AND kind = ? AND recipe = ?");
  for (const { digest, kind, recipe } of rows) forget.run(digest, kind, recipe);
}
