import { join } from "node:path";
import { and, eq } from "drizzle-orm";
import { catalogPointer } from "../../schema/tables/service/settings.ts";
import type { Reading, Writing } from "../db/service-db.ts";
import { first, run, type Work } from "../db/work.ts";

/** Id of the only row of the pointer table. */
export const POINTER_ID = 1;

/** A complete catalog: a folder with a database and its search index. It never changes after its import. */
export interface Generation {
  readonly number: number;
  /** Digest of the content (16 hex digits). The same songs have the same version, independent of their order and dump format. */
  readonly version: string;
  readonly songs: number;
}

/** Returns the generation that is served, or null before the first import. */
export function* currentGeneration({ orm }: Reading): Work<Generation | null> {
  const row = yield* first(orm.select().from(catalogPointer).where(eq(catalogPointer.id, POINTER_ID)));
  return row === null ? null : { number: row.generation, version: row.version, songs: row.songs };
}

/**
 * Makes a generation the one that is served, if the one before it still is, or none for the first. Returns whether it did. `now` is in
 * milliseconds since the epoch.
 */
export function* switchGeneration(tx: Writing, generation: Generation, now: number): Work<boolean> {
  const row = rowOf(generation, now);
  const { orm } = tx;
  const id = { id: catalogPointer.id };
  if (generation.number === 1) {
    const firstRow = { id: POINTER_ID, ...row };
    return (yield* first(orm.insert(catalogPointer).values(firstRow).onConflictDoNothing().returning(id))) !== null;
  }
  const before = and(eq(catalogPointer.id, POINTER_ID), eq(catalogPointer.generation, generation.number - 1));
  return (yield* first(orm.update(catalogPointer).set(row).where(before).returning(id))) !== null;
}

/** Makes a generation the one that is served, whichever was. `now` is in milliseconds since the epoch. */
export function* setCurrentGeneration(tx: Writing, generation: Generation, now: number): Work<void> {
  const row = rowOf(generation, now);
  yield* run(
    tx.orm
      .insert(catalogPointer)
      .values({ id: POINTER_ID, ...row })
      .onConflictDoUpdate({ target: catalogPointer.id, set: row }),
  );
}

function rowOf({ number, version, songs }: Generation, now: number) {
  return { generation: number, version, songs, switchedAt: now };
}

export function catalogDir(dataDir: string): string {
  return join(dataDir, "catalog");
}

export function generationDir(dataDir: string, number: number): string {
  return join(catalogDir(dataDir), `gen-${String(number).padStart(6, "0")}`);
}

export function catalogPath(generationFolder: string): string {
  return join(generationFolder, "catalog.db");
}

export function indexPath(generationFolder: string): string {
  return join(generationFolder, "index.bin");
}
