import { framesOf, SAMPLE_RATE } from "./sample-rate.ts";

/** In seconds; `sustain` is a share of the peak. */
export interface Envelope {
  readonly attack: number;
  readonly decay: number;
  readonly sustain: number;
  readonly release: number;
}

/** Frames of a note held for `seconds`, including its release. */
export function framesWithRelease(envelope: Envelope, seconds: number): number {
  return framesOf(seconds + envelope.release);
}

/** Applies attack, decay and sustain in place, and after `seconds` the release. Both ends are free of clicks. */
export function applyEnvelope(tone: Float32Array, envelope: Envelope, seconds: number): void {
  const { attack, decay, sustain, release } = envelope;
  const rise = 1 / Math.max(1, attack * SAMPLE_RATE);
  const fall = Math.exp(-1 / Math.max(1, decay * SAMPLE_RATE * 0.4));
  const end = Math.exp(-1 / Math.max(1, release * SAMPLE_RATE * 0.22));
  const held = Math.min(tone.length, framesOf(seconds));
  let level = 0;
  let isRising = true;
  for (let at = 0; at < tone.length; at++) {
    if (at >= held) level *= end;
    else if (isRising) {
      level += rise;
      if (level >= 1) {
        level = 1;
        isRising = false;
      }
    } else level = sustain + (level - sustain) * fall;
    tone[at] = (tone[at] ?? 0) * level;
  }
  fadeEnd(tone);
}

/** Fades the first frames in. */
export function fadeStart(tone: Float32Array, frames: number): void {
  const count = Math.min(frames, tone.length);
  for (let at = 0; at < count; at++) tone[at] = ((tone[at] ?? 0) * at) / count;
}

const LAST_FRAMES = 220;

/** Fades the last frames out; five milliseconds by default. */
export function fadeEnd(tone: Float32Array, frames = LAST_FRAMES): void {
  const count = Math.min(frames, tone.length);
  for (let left = 0; left < count; left++) {
    const at = tone.length - 1 - left;
    tone[at] = ((tone[at] ?? 0) * left) / count;
  }
}
