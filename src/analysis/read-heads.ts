import type { StoredHead, StoredHeads } from "./learned-head.ts";

/** A head's scores for one picture, in the order of its values. */
export interface Head {
  readonly values: readonly string[];
  scores(features: Float32Array): number[];
}

export interface Heads {
  /** Features become what the weights are for: about 0, about 1 wide, and never far out. */
  standardise(features: Float32Array): Float32Array;
  readonly time: Head;
  readonly weather: Head;
  readonly setting: Head;
  readonly scene: Head;
  readonly valence: Head;
  readonly arousal: Head;
}

/** A feature that a strange picture drives to its end must not decide alone. Training clips at the same. */
export const FAR_OUT = 4;

export function readHeads(file: StoredHeads): Heads {
  const means = floatsOf(file.means);
  const deviations = floatsOf(file.deviations);
  const head = (one: StoredHead): Head => readHead(one, one.sees === "colour" ? file.colourFeatures : means.length);
  return {
    standardise: (features) =>
      features.map((value, at) => {
        const apart = (value - (means[at] ?? 0)) / (deviations[at] ?? 1);
        return Math.min(FAR_OUT, Math.max(-FAR_OUT, apart));
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
