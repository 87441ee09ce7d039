import type { AudioFacts } from "../../schema/wire/audio-facts.ts";
import { energyOf } from "./energy.ts";
import { type KeyGuess, keyOf, NOTE_NAMES } from "./key.ts";
import type { AudioFeatures } from "./extract-features.ts";
import { ONSETS_A_SECOND } from "./onset-analyser.ts";
import { type TempoGuess, tempoOf } from "./tempo.ts";

/** Guesses below this are dropped. */
const CONFIDENCE_MIN = 0.3;
/** Upper bound: the curves were fitted on generated music, which is easier than real music. */
const CONFIDENCE_MAX = 0.95;

/** Infers tempo, key and energy. @param loudness LUFS; null for silence, which has no tempo, key or energy. */
export function inferFacts(
  features: AudioFeatures,
  loudness: number | null,
): Pick<AudioFacts, "bpm" | "key" | "energy"> {
  if (loudness === null) return { bpm: null, key: null, energy: null };
  return { bpm: bpmIn(features), key: keyIn(features), energy: energyOf(features.frames, loudness) };
}

function bpmIn({ frames }: AudioFeatures): AudioFacts["bpm"] {
  const onsets = Float64Array.from(frames, (frame) => frame.onset);
  const guess = tempoOf(onsets, ONSETS_A_SECOND);
  if (guess === null) return null;
  const confidence = tempoConfidence(guess);
  return confidence < CONFIDENCE_MIN ? null : { value: Math.round(guess.bpm * 10) / 10, confidence };
}

function keyIn({ circle }: AudioFeatures): AudioFacts["key"] {
  const guess = keyOf(circle);
  if (guess === null) return null;
  const confidence = keyConfidence(guess);
  return confidence < CONFIDENCE_MIN ? null : { name: NOTE_NAMES[guess.tonic] ?? "C", mode: guess.mode, confidence };
}

/**
 * Probability that a tempo is within 4 % of the right one: a logistic regression on 150 generated pieces with and without a
 * beat, evaluated on others in docs/audio.md.
 */
export function tempoConfidence({ height, lead, agreement }: TempoGuess): number {
  return likelihood(-5.83 + 2.02 * height + 3.76 * lead + 5.01 * agreement);
}

/** Probability that a key is right, fitted on pieces with and without a key. */
function keyConfidence({ fit, lead }: KeyGuess): number {
  return likelihood(-8.56 + 10.83 * fit + 4.95 * lead);
}

function likelihood(evidence: number): number {
  return Math.round(100 * Math.min(CONFIDENCE_MAX, 1 / (1 + Math.exp(-evidence)))) / 100;
}
