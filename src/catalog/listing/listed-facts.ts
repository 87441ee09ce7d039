import type { Energy } from "../../../schema/song.ts";
import { lengthOf } from "../../audio/contradicts.ts";
import { type FoundFacts, shownFacts } from "../measured.ts";
import type { ListedSong } from "./listing-store.ts";

/** A song's values as a response shows them. */
export interface ListedFacts {
  readonly bpm: number | null;
  readonly keyName: string;
  readonly keyMode: string;
  readonly energy: Energy;
  /** The length of the first full version. */
  readonly seconds: number | null;
}

/** Returns the values of songs, in their order, with missing ones filled from measurements. */
export function listedFactsOf(songs: readonly ListedSong[], found: FoundFacts): readonly ListedFacts[] {
  return songs.map((song) => {
    const measured = song.files.map(({ mediaRef }) => found.get(mediaRef ?? ""));
    const main = measured.find((one) => one !== undefined);
    const shown = main === undefined ? song : shownFacts(song, main);
    const [first] = song.files;
    return {
      bpm: shown.bpm,
      keyName: shown.keyName,
      keyMode: shown.keyMode,
      energy: song.energy ?? main?.energy?.value ?? song.energyInferred,
      seconds: lengthOf(first?.duration ?? null, measured[0]?.duration ?? null),
    };
  });
}
