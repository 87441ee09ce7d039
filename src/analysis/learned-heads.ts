import { once } from "../lib/once.ts";
import learned from "./learned-heads.json" with { type: "json" };

/** A linear head in the format that scripts/train-analyser.ts writes. */
export interface StoredHead {
  /** One per row. "other" means pictures outside the head's domain. A rating has one value: its name. */
  readonly values: readonly string[];
  /** The features that the head uses: "colour" for the first ones, or "all". */
  readonly features: string;
  /** Divisor of the scores that calibrates them: a confidence of 0.8 is right in four cases of five. */
  readonly temperature: number;
  readonly biases: readonly number[];
  /** The factor that converts the bytes of a row to weights. */
  readonly steps: readonly number[];
  /** Signed bytes in base64, row after row. */
  readonly weights: string;
}

export interface StoredHeads {
  readonly colourFeatures: number;
  /** Mean of each feature: 32-bit floats, little-endian, in base64. */
  readonly means: string;
  readonly deviations: string;
  readonly time: StoredHead;
  readonly weather: StoredHead;
  readonly setting: StoredHead;
  readonly scene: StoredHead;
  /** Ratings have one row each. */
  readonly valence: StoredHead;
  readonly arousal: StoredHead;
}

/** A head that is ready to use. */
export interface Head {
  readonly values: readonly string[];
  /** Returns the scores for one picture, in the order of `values`. */
  scores(features: Float32Array): number[];
}

export interface Heads {
  /** Scales features as in training: mean 0, deviation 1, limited to `FEATURE_MAX`. */
  standardise(features: Float32Array): Float32Array;
  readonly time: Head;
  readonly weather: Head;
  readonly setting: Head;
  readonly scene: Head;
  readonly valence: Head;
  readonly arousal: Head;
}

/** Limit of a standardised feature, so that one extreme feature cannot decide alone. Training uses the same limit. */
export const FEATURE_MAX = 4;

/** The heads that scripts/train-analyser.ts wrote. They are embedded, and decoded on first use. */
export const learnedHeads = once((): Heads => readHeads(learned));

export function readHeads(file: StoredHeads): Heads {
  const means = floatsOf(file.means);
  const deviations = floatsOf(file.deviations);
  const head = (one: StoredHead): Head => readHead(one, one.features === "colour" ? file.colourFeatures : means.length);
  return {
    standardise: (features) =>
      features.map((value, at) => {
        const scaled = (value - (means[at] ?? 0)) / (deviations[at] ?? 1);
        return Math.min(FEATURE_MAX, Math.max(-FEATURE_MAX, scaled));
      }),
    time: head(file.time),
    weather: head(file.weather),
    setting: head(file.setting),
    scene: head(file.scene),
    valence: head(file.valence),
    arousal: head(file.arousal),
  };
}

function readHead(stored: StoredHead, width: number): Head {
  const weights = new Int8Array(bytesOf(stored.weights).buffer);
  return {
    values: stored.values,
    scores: (features) =>
      stored.biases.map((bias, row) => {
        let sum = 0;
        for (let at = 0; at < width; at++) sum += (weights[row * width + at] ?? 0) * (features[at] ?? 0);
        return (bias + sum * (stored.steps[row] ?? 0)) / stored.temperature;
      }),
  };
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

function floatsOf(base64: string): Float32Array {
  const view = new DataView(bytesOf(base64).buffer);
  return Float32Array.from({ length: view.byteLength / 4 }, (_, at) => view.getFloat32(at * 4, true));
}
