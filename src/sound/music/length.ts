import type { Energy } from "../../../schema/song.ts";
import type { SoundFile, SoundSong } from "../sound-song.ts";
import { styleOf } from "./style.ts";

/** Bars and beats of a piece. The tempo is exact: every beat lasts 60 / bpm seconds. */
export interface Length {
  readonly beatSeconds: number;
  readonly beatsPerBar: number;
  readonly bars: number;
  /** Start of the last chord, on a first beat. */
  readonly bodySeconds: number;
  /** Total, rounded up to tenths. */
  readonly seconds: number;
}

/** Length without the last chord, as far as whole bars allow. */
const BODY_SECONDS = { least: 18.5, most: 26.5 } as const;
/** How much longer it is than the longest cut-down. */
const LONGER_THAN_CUT = { least: 2, most: 10 } as const;
/** The last chord. */
const ENDING_SECONDS = 2.6;
const CUT_ENDING_SECONDS = 1.6;
/** For songs without a tempo in the catalog. */
const BPM_AT_ENERGY: Readonly<Record<Energy, number>> = { very_low: 54, low: 66, medium: 92, high: 124 };

/** The length of the full mix and of every version that is not a cut-down. It is longer than every cut-down. */
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

/** The length of one file: a "30 second cut" lasts exactly 30 seconds. */
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

/** A multiple of four bars if possible, else of two, else what fits. */
function barsBetween(least: number, most: number): number {
  for (const group of [4, 2, 1]) {
    const bars = Math.floor(most / group) * group;
    if (bars >= least && bars > 0) return bars;
  }
  return Math.max(1, Math.floor(most));
}
