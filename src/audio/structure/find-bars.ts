import { ONSETS_A_SECOND } from "../onset-analyser.ts";
import { tempoConfidence } from "../infer-facts.ts";
import { tempoOf } from "../tempo.ts";
import { beatEvidence, type BeatEvidence, pieceEvidence, type PieceEvidence, typicalGap } from "./beat-evidence.ts";
import { onsetCurve } from "../onset-curve.ts";
import type { StructureFrames } from "./structure-meter.ts";
import { trackBeats } from "./track-beats.ts";

/** The beats of a piece with a pulse. */
export interface Bars {
  /** Seconds from the start of the sound. */
  readonly beats: readonly number[];
  /** Numbers of the beats that begin a bar. */
  readonly downbeats: readonly number[];
  readonly beatsPerBar: number;
  readonly bpm: number;
  /** 0 to 1: how sure the pulse is. */
  readonly confidence: number;
}

const METRES = [4, 3] as const;
/** Other tempi that are tried, as factors of the likeliest, and how likely they are. */
const FACTORS = [
  { factor: 1, weight: 1 },
  { factor: 2, weight: 1 },
  { factor: 1 / 2, weight: 1 },
  { factor: 3 / 2, weight: 0.8 },
  { factor: 2 / 3, weight: 0.8 },
] as const;
/** The onset curve is this late: its windows must reach over the attack. */
const LATE_SECONDS = 0.02;
const BPM = { min: 45, max: 200 } as const;
const BEATS_MIN = 8;
/** The least onset, in standard deviations of the curve. */
const ONSET_MIN = 0.8;
/** Kicks and basses count more for the beat than their share of the bands. */
const BASS_WEIGHT = 2;
const WEIGHTS = { harmony: 1, bass: 0.2, edge: 4 } as const;
/** Listeners prefer bars of two seconds. The spread is in octaves. */
const BAR = { seconds: 2, octaves: 2.5 } as const;
/** A metre of three is rare. */
const METRE_WEIGHT: Readonly<Record<number, number>> = { 4: 1, 3: 0.85 };
/** A bar that is longer or shorter than the metre costs this. */
const SLIP = 12;

/**
 * Clear bars make up for a pulse that is weak, as of pads: from this clarity on, each `per` divides the doubt by e. Of 40 generated pads
 * and noises, which have no bars, the clearest reaches 4.3, and remains unsure.
 */
const CLEAR = { from: 3, per: 2.2 } as const;
/** Below `least`, no beats are reported. Rendered pieces, on which it was chosen, are easier than recordings. */
const CONFIDENCE = { least: 0.5, most: 0.95 } as const;

interface Hypothesis extends Omit<Bars, "confidence"> {
  readonly score: number;
}

/**
 * Finds beats and bars. Null without a pulse that is sure. The tempo is that of tempo.ts, its half or its double; each is tracked
 * (Ellis 2007) and divided into bars of four and of three beats, at the phase where harmony and bass change most (as in Goto, "An
 * audio-based real-time beat tracking system", 2001, and Davies and Plumbley 2006). The division with the clearest bars wins.
 */
export function findBars(frames: StructureFrames): Bars | null {
  const onsets = Float64Array.from(frames.onsets, (frame) => frame.onset);
  const guess = tempoOf(onsets, ONSETS_A_SECOND);
  if (guess === null) return null;
  const lows = Float64Array.from(frames.onsets, (frame) => frame.onset + BASS_WEIGHT * frame.lowOnset);
  const curve = onsetCurve(lows, ONSETS_A_SECOND);
  const piece = pieceEvidence(frames, peaksOf(curve));
  const found = FACTORS.flatMap(({ factor, weight }) =>
    hypotheses({ frames, curve, piece }, guess.bpm * factor, weight),
  );
  const best = found.reduce<Hypothesis | null>(
    (one, other) => (one === null || other.score > one.score ? other : one),
    null,
  );
  if (best === null) return null;
  const { score, ...bars } = best;
  const doubt = (1 - tempoConfidence(guess)) * Math.exp(-Math.max(0, score - CLEAR.from) / CLEAR.per);
  const confidence = Math.round(100 * Math.min(CONFIDENCE.most, 1 - doubt)) / 100;
  return confidence < CONFIDENCE.least ? null : { ...bars, confidence };
}

/** The times of onsets, in seconds. */
function peaksOf(curve: Float64Array): readonly number[] {
  const peaks: number[] = [];
  for (const [at, value] of curve.entries()) {
    if (value < ONSET_MIN || value < (curve[at - 1] ?? 0) || value <= (curve[at + 1] ?? 0)) continue;
    peaks.push(Math.max(0, at / ONSETS_A_SECOND - LATE_SECONDS));
  }
  return peaks;
}

interface Heard {
  readonly frames: StructureFrames;
  readonly curve: Float64Array;
  readonly piece: PieceEvidence;
}

function hypotheses({ frames, curve, piece }: Heard, bpm: number, weight: number): readonly Hypothesis[] {
  if (bpm < BPM.min || bpm > BPM.max) return [];
  const beats = trackBeats(curve, (60 * ONSETS_A_SECOND) / bpm).map((at) =>
    Math.max(0, at / ONSETS_A_SECOND - LATE_SECONDS),
  );
  if (beats.length < BEATS_MIN) return [];
  const between = beats.slice(1).map((beat, at) => (beat + (beats[at] ?? 0)) / 2);
  return [beats, between].flatMap((these) =>
    METRES.map((beatsPerBar) => {
      const gap = typicalGap(these);
      const evidence = combined(beatEvidence(frames, piece, these));
      const downbeats = downbeatsOf(evidence, beatsPerBar);
      const octaves = Math.log2((gap * beatsPerBar) / BAR.seconds) / BAR.octaves;
      const prior = weight * Math.exp(-(octaves * octaves) / 2) * (METRE_WEIGHT[beatsPerBar] ?? 1);
      return { beats: these, downbeats, beatsPerBar, bpm: 60 / gap, score: prior * clarityOf(evidence, downbeats) };
    }),
  );
}

function combined(evidence: BeatEvidence): readonly number[] {
  return evidence.harmony.map(
    (harmony, at) =>
      WEIGHTS.harmony * harmony + WEIGHTS.bass * (evidence.bass[at] ?? 0) + WEIGHTS.edge * (evidence.edge[at] ?? 0),
  );
}

/** Returns the first beats of bars with the highest sum of evidence, by dynamic programming; a bar of another length costs. */
function downbeatsOf(evidence: readonly number[], beatsPerBar: number): readonly number[] {
  const best = evidence.map(() => Number.NEGATIVE_INFINITY);
  const from = evidence.map(() => -1);
  for (const [at, value] of evidence.entries()) {
    let [most, mostFrom] = at < beatsPerBar ? [0, -1] : [Number.NEGATIVE_INFINITY, -1];
    for (let length = 2; length < 2 * beatsPerBar && length <= at; length++) {
      const cost = length === beatsPerBar ? 0 : SLIP;
      const sum = (best[at - length] ?? 0) - cost;
      if (sum > most) [most, mostFrom] = [sum, at - length];
    }
    best[at] = most + value;
    from[at] = mostFrom;
  }
  let at = evidence.length - 1;
  for (let one = Math.max(0, evidence.length - beatsPerBar); one < evidence.length; one++) {
    if ((best[one] ?? 0) > (best[at] ?? 0)) at = one;
  }
  const downbeats: number[] = [];
  for (; at >= 0; at = from[at] ?? -1) downbeats.push(at);
  return downbeats.toReversed();
}

/** The mean evidence of first beats, which is 0 for beats by chance, in standard errors. */
function clarityOf(evidence: readonly number[], downbeats: readonly number[]): number {
  const sum = downbeats.reduce((total, beat) => total + (evidence[beat] ?? 0), 0);
  return sum / Math.sqrt(Math.max(1, downbeats.length));
}
