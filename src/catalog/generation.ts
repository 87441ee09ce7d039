import { join } from "node:path";
import { eq } from "drizzle-orm";
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

/** Makes a generation the one that is served. `now` is in milliseconds since the epoch. */
export function* setCurrentGeneration(tx: Writing, generation: Generation, now: number): Work<void> {
  const row = {
    generation: generation.number,
    version: generation.version,
    songs: generation.songs,
    switchedAt: now,
  };
  yield* run(
    tx.orm
      .insert(catalogPointer)
      .values({ id: POINTER_ID, ...row })
      .onConflictDoUpdate({ target: catalogPointer.id, set: row }),
  );
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
