/** A linear head as scripts/train-analyser.ts stores it. */
export interface StoredHead {
  /** In the order of the rows; "other" is what the head knows to be none of them. A measure has none. */
  readonly values: readonly string[];
  /** "colour": the first features only; "all": every one. */
  readonly sees: string;
  /** By which scores are divided, so that a confidence of 0.8 is right four times in five. */
  readonly temperature: number;
  readonly biases: readonly number[];
  /** What one step of a weight is worth, for each row. */
  readonly steps: readonly number[];
  /** Signed bytes in base64, row after row. */
  readonly weights: string;
}

export interface StoredHeads {
  readonly colourFeatures: number;
  /** Of each feature: 32-bit floats, little-endian, in base64. */
  readonly means: string;
  readonly deviations: string;
  readonly time: StoredHead;
  readonly weather: StoredHead;
  readonly setting: StoredHead;
  readonly scene: StoredHead;
  /** One row each. */
  readonly valence: StoredHead;
  readonly arousal: StoredHead;
}
