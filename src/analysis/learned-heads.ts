import { once } from "../lib/once.ts";
import { isToneFeature } from "./colour-features.ts";
import type { Features } from "./features.ts";
import learned from "./learned-heads.json" with { type: "json" };

/** A linear head in the format that scripts/train-analyser.ts writes. */
export interface StoredHead {
  /** One per row. "none" means that the picture shows nothing of the kind. A rating has one value: its name. */
  readonly values: readonly string[];
  /** The features that the head uses: "colour" for the first ones, or "all". */
  readonly features: string;
  /** Divisor of the scores: how much the head counts in the joint decision. */
  readonly temperature: number;
  /** Slope of the final confidence (`confidenceOf`): a confidence of 0.8 is right in four cases of five. 1 for a rating. */
  readonly slope: number;
  /** The highest confidence that the head can have. 1 for a rating. */
  readonly mostSure: number;
  /** Ratings nearer to 0 are not given. 0 for other heads. */
  readonly sureFrom: number;
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
  readonly subject: StoredHead;
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
  readonly slope: number;
  readonly mostSure: number;
  readonly sureFrom: number;
  /** Returns the scores for one picture, in the order of `values`. */
  scores(features: Float32Array): number[];
}

export interface Heads {
  /**
   * Scales features as in training: mean 0, deviation 1, limited to `FEATURE_MAX`. The colours of a picture without colour
   * become average, so they do not affect any head.
   */
  standardise(features: Features): Float32Array;
  readonly subject: Head;
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
  const isTone = isToneFeature();
  return {
    standardise: ({ colour, shape, isColourless }) =>
      Float32Array.from([...colour, ...shape]).map((value, at) => {
        if (isColourless && isTone[at] === false) return 0;
        const scaled = (value - (means[at] ?? 0)) / (deviations[at] ?? 1);
        return Math.min(FEATURE_MAX, Math.max(-FEATURE_MAX, scaled));
      }),
    subject: head(file.subject),
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
    slope: stored.slope,
    mostSure: stored.mostSure,
    sureFrom: stored.sureFrom,
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
