import { parseMediaRef } from "../../schema/media-ref.ts";
import { type FactsReader, hasAllFacts } from "../audio/facts-store.ts";
import type { CatalogDb } from "./catalog-db.ts";

const SONGS_PER_QUERY = 500;

export interface MeasuredSongs {
  /** Songs with a full version that can be measured: rendered ones cannot. */
  readonly withAudio: number;
  /** Those of them with at least one measured full version. */
  readonly measured: number;
}

/** Counts how much of a catalog is measured. Reads every song: a million take several seconds. */
export function countMeasuredSongs(
  db: Pick<CatalogDb, "lastOrdinal" | "unmeasuredFiles">,
  facts: FactsReader,
): MeasuredSongs {
  let counted: MeasuredSongs = { withAudio: 0, measured: 0 };
  for (const step of measuredSongsByStep(db, facts)) counted = step;
  return counted;
}

/** Like `countMeasuredSongs`, in steps of a few milliseconds. Yields the count of the songs so far after each step. */
export function* measuredSongsByStep(
  db: Pick<CatalogDb, "lastOrdinal" | "unmeasuredFiles">,
  facts: FactsReader,
): Generator<MeasuredSongs> {
  const last = db.lastOrdinal() ?? -1;
  let [withAudio, measured] = [0, 0];
  for (let after = -1; after < last; after += SONGS_PER_QUERY) {
    const files = db
      .unmeasuredFiles(after, Math.min(last, after + SONGS_PER_QUERY))
      .filter(({ ref }) => parseMediaRef(ref)?.kind !== "rendered");
    const found = facts.of(files.map(({ ref }) => ref));
    withAudio += new Set(files.map(({ ordinal }) => ordinal)).size;
    const isMeasured = (ref: string): boolean => {
      const measuredFacts = found.get(ref);
      return measuredFacts !== undefined && hasAllFacts(measuredFacts);
    };
    measured += new Set(files.filter(({ ref }) => isMeasured(ref)).map(({ ordinal }) => ordinal)).size;
    yield { withAudio, measured };
  }
}
