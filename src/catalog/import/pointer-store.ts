import { catalogPointer } from "../../../schema/tables/service/settings.ts";
import type { Writing } from "../../db/service-db.ts";
import { type Generation, POINTER_ID } from "../generation.ts";

/** Makes a generation the current one. */
export function setCurrentGeneration(tx: Writing, generation: Generation, now: number): void {
  const row = {
    generation: generation.number,
    version: generation.version,
    songs: generation.songs,
    switchedAt: now,
  };
  tx.orm
    .insert(catalogPointer)
    .values({ id: POINTER_ID, ...row })
    .onConflictDoUpdate({ target: catalogPointer.id, set: row })
    .run();
}
