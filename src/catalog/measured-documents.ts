import type { SongDocument } from "../../schema/song.ts";
import { FactsReader } from "../audio/facts-store.ts";
import type { ServiceDb } from "../db/service-db.ts";
import { documentsWithMeasured } from "./measured.ts";

/** Fills documents of songs with measurements, for the search index. Reads those of all given songs together. */
export type FillMeasured = <Song extends SongDocument>(songs: readonly Song[]) => Promise<readonly Song[]>;

/** Returns a function that reads nothing per song if nothing was measured before its first call. */
export function fillMeasured(db: ServiceDb): FillMeasured {
  const facts = new FactsReader(db);
  let isEmpty: boolean | null = null;
  return async (songs) => {
    isEmpty ??= await db.read(facts.isEmpty());
    return isEmpty ? songs : await db.read(documentsWithMeasured(songs, facts));
  };
}
