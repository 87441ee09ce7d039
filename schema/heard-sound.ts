/** Seconds from the start of a file; `end` is after `start`. */
export interface TimeSpan {
  readonly start: number;
  readonly end: number;
}

/** A sound that the client sends to find songs that sound like it. */
export interface HeardSound {
  /** Missing for a file of a command. */
  readonly assetId?: string;
  /** An audio file, or the sound of a film. */
  readonly kind: "audio" | "video";
  /** Seconds of the entire sound. */
  readonly duration: number;
  /** The part that the client selected; null for all of it. */
  readonly excerpt: TimeSpan | null;
  /** The part that is most like the rest, which is compared beside the whole; null if an excerpt is, or for a short sound. */
  readonly typical: TimeSpan | null;
  /** Beats per minute and the key, if they are fairly certain. */
  readonly bpm: number | null;
  readonly key: string | null;
  /** What is compared, each by DESCRIPTOR_LENGTH numbers; empty if the sound cannot be described. */
  readonly descriptions: readonly Float32Array[];
}

/** An excerpt of a sound is at least this long, in seconds: a rhythm needs as much. */
export const EXCERPT_SECONDS_MIN = 10;
