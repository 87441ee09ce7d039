import type { Energy } from "../../../schema/song.ts";
import type { SoundFile, SoundSong } from "../sound-song.ts";
import { styleOf } from "./style.ts";

/** How a piece is divided. Tempo is exact: a beat lasts 60 / bpm seconds from the first to the last. */
export interface Length {
  readonly beatSeconds: number;
  readonly beatsPerBar: number;
  readonly bars: number;
  /** Where the last chord sets in, on a first beat. */
  readonly bodySeconds: number;
  /** In all, in tenths. */
  readonly seconds: number;
}

/** The music without its last chord lasts so long where whole bars allow, and so much longer than what is cut of it. */
const BODY_SECONDS = { least: 18.5, most: 26.5 } as const;
const LONGER_THAN_CUT = { least: 2, most: 10 } as const;
/** The last chord rings for so long. */
const ENDING_SECONDS = 2.6;
const CUT_ENDING_SECONDS = 1.6;
/** For songs whose catalog entry has no tempo: they float. */
const BPM_AT_ENERGY: Readonly<Record<Energy, number>> = { very_low: 54, low: 66, medium: 92, high: 124 };

/** Of the full mix and every version that is not cut to a length. A cut is shorter than what it is cut of. */
export function lengthOf(song: SoundSong): Length {
  const { beatSeconds, beatsPerBar } = beatOf(song);
  const barSeconds = beatSeconds * beatsPerBar;
  const longestCut = Math.max(0, ...song.audioFiles.map((file) => cutSecondsOf(file) ?? 0));
  const least = Math.max(BODY_SECONDS.least, longestCut === 0 ? 0 : longestCut + LONGER_THAN_CUT.least);
  const most = Math.max(BODY_SECONDS.most, longestCut === 0 ? 0 : longestCut + LONGER_THAN_CUT.most);
  const bars = barsBetween(least / barSeconds, most / barSeconds);
  const bodySeconds = bars * barSeconds;
  const seconds = Math.ceil((bodySeconds + ENDING_SECONDS) * 10) / 10;
  return { beatSeconds, beatsPerBar, bars, bodySeconds, seconds };
}

/** Of one version: a "30 second cut" lasts 30 seconds to the frame. */
export function lengthOfFile(song: SoundSong, file: SoundFile): Length {
  const seconds = cutSecondsOf(file);
  if (seconds === null) return lengthOf(song);
  const { beatSeconds, beatsPerBar } = beatOf(song);
  const barSeconds = beatSeconds * beatsPerBar;
  const bars = Math.max(1, Math.floor((seconds - CUT_ENDING_SECONDS) / barSeconds));
  return { beatSeconds, beatsPerBar, bars, bodySeconds: bars * barSeconds, seconds };
}

function cutSecondsOf({ description }: SoundFile): number | null {
  const seconds = /^(\d{1,2}) second cut$/.exec(description)?.[1];
  return seconds === undefined ? null : Number(seconds);
}

function beatOf(song: SoundSong): { beatSeconds: number; beatsPerBar: number } {
  return { beatSeconds: 60 / (song.bpm ?? BPM_AT_ENERGY[song.energy]), beatsPerBar: styleOf(song).beatsPerBar };
}

/** Fours of bars sound finished, then twos; at worst what there is room for. */
function barsBetween(least: number, most: number): number {
  for (const group of [4, 2, 1]) {
    const bars = Math.floor(most / group) * group;
    if (bars >= least && bars > 0) return bars;
  }
  return Math.max(1, Math.floor(most));
}
