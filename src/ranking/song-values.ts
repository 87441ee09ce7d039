import type { Energy, Mode, SongDocument } from "../../schema/song.ts";
import { readKey } from "../text/musical-key.ts";
import { valueTerm } from "./packed-format.ts";

/** The impact of a value that the catalog states. */
const STATED = 255;
/** Less certain measurements are left out. */
const CONFIDENCE_MIN = 0.4;
/** Minimum confidence of an energy that shows that a tempo was counted at half or double speed. */
const ENERGY_MIN = 0.6;
/** How much of its confidence a tempo keeps if it is felt at another count than measured. */
const OTHER_COUNT = 0.6;
/** A calm piece is hardly faster than this, a driving one hardly slower, in beats per minute. */
const CALM_MAX = 110;
const DRIVING_MIN = 90;

/** Where a tempo comes from. "half" and "double": it is measured, but the energy shows that half or double of it is felt. */
export const TEMPO_ORIGINS = ["stated", "measured", "half", "double"] as const;
export type TempoOrigin = (typeof TEMPO_ORIGINS)[number];
export const ORIGINS = ["stated", "measured"] as const;
type Origin = (typeof ORIGINS)[number];

/** Spellings of the terms of values. Tempo and loudness are rounded, in beats per minute and LUFS. */
export const tempoTerm = (origin: TempoOrigin, bpm: number): string => valueTerm(`tempo ${origin} ${Math.round(bpm)}`);
export const energyTerm = (origin: Origin, energy: Energy): string => valueTerm(`energy ${origin} ${energy}`);
export const modeTerm = (origin: Origin, mode: Mode): string => valueTerm(`mode ${origin} ${mode}`);
export const loudnessTerm = (lufs: number): string => valueTerm(`loudness ${Math.round(lufs)}`);

/** A term and its impact, 1 to 255. */
export interface ValuePosting {
  readonly term: string;
  readonly impact: number;
}

/**
 * Returns the terms for the tempo, mode, energy and loudness of a song. The impact of a measured value is its confidence. Plain
 * wishes such as "fast" look for them.
 */
export function valuesOf(song: SongDocument): readonly ValuePosting[] {
  return [...tempoOf(song), ...modeOf(song), ...energyOf(song), ...loudnessOf(song)];
}

function tempoOf({ bpm, energy, measured }: SongDocument): readonly ValuePosting[] {
  const found = measured?.bpm ?? null;
  if (found === null) return bpm === null ? [] : [{ term: tempoTerm("stated", bpm), impact: STATED }];
  const sure = energy ?? ((measured?.energy?.confidence ?? 0) >= ENERGY_MIN ? measured?.energy?.value : null) ?? null;
  const origin = countOf(found.value, sure);
  return posted(tempoTerm(origin, found.value), found.confidence * (origin === "measured" ? 1 : OTHER_COUNT));
}

/** Tempi are often measured at half or double speed, and the energy tells which is felt. */
function countOf(bpm: number, energy: Energy | null): TempoOrigin {
  if (energy === "very_low" && bpm > CALM_MAX) return "half";
  return energy === "high" && bpm < DRIVING_MIN ? "double" : "measured";
}

function modeOf({ keyName, keyMode, measured }: SongDocument): readonly ValuePosting[] {
  const found = measured?.mode ?? null;
  if (found !== null) return posted(modeTerm("measured", found.value), found.confidence);
  const { mode } = readKey(keyName, keyMode);
  return mode === null ? [] : [{ term: modeTerm("stated", mode), impact: STATED }];
}

function energyOf({ energy, measured }: SongDocument): readonly ValuePosting[] {
  if (energy !== null) return [{ term: energyTerm("stated", energy), impact: STATED }];
  const found = measured?.energy ?? null;
  return found === null ? [] : posted(energyTerm("measured", found.value), found.confidence);
}

/** A loudness is measured exactly, but how loud music feels also depends on its mastering. */
function loudnessOf({ measured }: SongDocument): readonly ValuePosting[] {
  const lufs = measured?.loudness ?? null;
  return lufs === null ? [] : [{ term: loudnessTerm(lufs), impact: STATED }];
}

function posted(term: string, confidence: number): readonly ValuePosting[] {
  return confidence < CONFIDENCE_MIN ? [] : [{ term, impact: Math.max(1, Math.round(STATED * confidence)) }];
}
