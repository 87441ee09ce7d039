import { ENERGIES, type Energy } from "../../schema/song.ts";
import { ONSETS_A_SECOND, type OnsetFrame } from "./onset-analyser.ts";

/** Evidence of energy. Each value is from 0 (calm) to 1 (driving). */
export interface EnergySigns {
  /** Overall loudness. */
  readonly loudness: number;
  /** Rate of onsets. */
  readonly pace: number;
  /** Strength of onsets. */
  readonly attack: number;
  /** Centre of the spectrum. */
  readonly brightness: number;
}

export interface EnergyGuess {
  readonly value: Energy;
  /** Derived from the distance to the nearest other level. Never high, because people disagree too. */
  readonly confidence: number;
}

/** The measurements at which each value is 0 and 1. Loudness in LUFS: mastered music is between -20 and -6. */
const SCALES = {
  loudness: [-32, -8],
  /** Onsets per second. */
  pace: [0.5, 7],
  /** Mean rise of compressed loudness per frame. */
  attack: [0.15, 4.5],
  /** The median frequency of the power, in octaves above 100 Hz. */
  brightness: [0.5, 4],
} as const;
/** Pace and loudness weigh most, as for listeners (Ilie and Thompson, "A comparison of acoustic cues", 2006). */
const WEIGHTS: Readonly<Record<keyof EnergySigns, number>> = {
  loudness: 0.3,
  pace: 0.3,
  attack: 0.25,
  brightness: 0.15,
};
/** Upper bound of each level. */
const ENDS: readonly number[] = [0.18, 0.36, 0.54];
const CONFIDENCE = { least: 0.45, most: 0.8 } as const;
/** The distance from a bound at which the confidence is highest. */
const CLEAR = 0.1;
/** A frame is an onset if it rises this far, and more than this many frames around it. */
const BEGINS = { rise: 3, apart: 4 } as const;

/**
 * Infers the energy of a piece: the weighted mean of four values, divided into the catalog's four levels. The rule is written
 * by hand and not validated with listeners. @param loudness LUFS; null for silence, which has no energy.
 */
export function energyOf(frames: readonly OnsetFrame[], loudness: number | null): EnergyGuess | null {
  const signs = energySignsOf(frames, loudness);
  if (signs === null) return null;
  const score = ENERGY_SIGNS.reduce((sum, sign) => sum + WEIGHTS[sign] * signs[sign], 0);
  const level = ENDS.filter((end) => score >= end).length;
  const away = Math.min(...ENDS.map((end) => Math.abs(score - end)));
  const { least, most } = CONFIDENCE;
  return {
    value: ENERGIES[level] ?? "medium",
    confidence: Math.round(100 * (least + (most - least) * Math.min(1, away / CLEAR))) / 100,
  };
}

const ENERGY_SIGNS = ["loudness", "pace", "attack", "brightness"] as const;

function energySignsOf(frames: readonly OnsetFrame[], loudness: number | null): EnergySigns | null {
  const power = frames.reduce((sum, frame) => sum + frame.power, 0);
  if (loudness === null || power <= 0) return null;
  const rises = frames.map(({ onset }) => onset);
  const middle =
    frames.reduce((sum, frame) => sum + frame.power * Math.log2(Math.max(1, frame.middleHz / 100)), 0) / power;
  return {
    loudness: onScale("loudness", loudness),
    pace: onScale("pace", (beginningsIn(rises) / frames.length) * ONSETS_A_SECOND),
    attack: onScale("attack", rises.reduce((sum, rise) => sum + rise, 0) / frames.length),
    brightness: onScale("brightness", middle),
  };
}

function beginningsIn(rises: readonly number[]): number {
  return rises.filter((rise, at) => {
    if (rise < BEGINS.rise) return false;
    for (let near = at - BEGINS.apart; near <= at + BEGINS.apart; near++) {
      if (near !== at && ((rises[near] ?? 0) > rise || (near < at && rises[near] === rise))) return false;
    }
    return true;
  }).length;
}

function onScale(sign: keyof EnergySigns, value: number): number {
  const [from, to] = SCALES[sign];
  return Math.max(0, Math.min(1, (value - from) / (to - from)));
}
