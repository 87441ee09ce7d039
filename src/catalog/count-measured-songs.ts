import { parseMediaRef } from "../../schema/media-ref.ts";
import { type FactsReader, hasAllFacts } from "../audio/facts-store.ts";
import type { WorkInSteps } from "../db/work.ts";
import type { CatalogDb } from "./catalog-db.ts";

const SONGS_PER_QUERY = 500;

export interface MeasuredSongs {
  /** Songs with a full version that can be measured: rendered ones cannot. */
  readonly withAudio: number;
  /** Those of them with at least one measured full version. */
  readonly measured: number;
}

/**
 * Counts how much of a catalog is measured, in steps of a few milliseconds. Reads every song: a million take several seconds.
 * `isOver` is asked after each step; if it returns true, the result is null.
 */
export function* countMeasuredSongs(
  db: Pick<CatalogDb, "lastOrdinal" | "unmeasuredFiles">,
  facts: FactsReader,
  isOver: () => boolean = () => false,
): WorkInSteps<MeasuredSongs | null> {
  const last = db.lastOrdinal() ?? -1;
  let [withAudio, measured] = [0, 0];
  for (let after = -1; after < last; after += SONGS_PER_QUERY) {
    const files = db
      .unmeasuredFiles(after, Math.min(last, after + SONGS_PER_QUERY))
      .filter(({ ref }) => parseMediaRef(ref)?.kind !== "rendered");
    const found = yield* facts.of(files.map(({ ref }) => ref));
    withAudio += new Set(files.map(({ ordinal }) => ordinal)).size;
    const isMeasured = (ref: string): boolean => {
      const measuredFacts = found.get(ref);
      return measuredFacts !== undefined && hasAllFacts(measuredFacts);
    };
    measured += new Set(files.filter(({ ref }) => isMeasured(ref)).map(({ ordinal }) => ordinal)).size;
    yield;
    if (isOver()) return null;
  }
  return { withAudio, measured };
}
