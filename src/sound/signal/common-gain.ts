import { loudnessOf } from "./loudness.ts";
import { SAMPLE_RATE } from "./sample-rate.ts";
import { applyGain, type Stereo } from "./stereo.ts";

/** Target loudness of every piece. */
const LOUDNESS_LUFS = -16;
/** -1.2 dBFS: below -1 dBFS with a margin for rounding. */
const CEILING = 0.87;
export const GAIN_BLOCK_FRAMES = 64;
/** Change of gain per block: 250 ms from 0 to 1 when rising, 4 ms when falling. */
const RELEASE = GAIN_BLOCK_FRAMES / (0.25 * SAMPLE_RATE);
const ATTACK = GAIN_BLOCK_FRAMES / (0.004 * SAMPLE_RATE);
/** A piece that swells starts this much below its end, in decibels, and has its full level from this share of it on. */
const SWELL_DECIBELS = 10;
const SWELL_ENDS = 0.9;
const FADE_OUT_SECONDS = 0.5;
const FADE_IN_SECONDS = 4;

/**
 * The gain that brings a mix to its target loudness and below full scale, one value for every 64 frames. It includes the
 * limiter, so stems that get the same gain still add up to the mix.
 */
export function commonGain(mix: Stereo, fadesIn: boolean): Float32Array {
  const fades = fadeCurve(mix.left.length, fadesIn);
  let makeup = makeupOf(loudnessOf(mix));
  let gains = limited(mix, fades, makeup);
  // The limiter reduces the loudness; this compensates once.
  const heard: Stereo = { left: mix.left.slice(), right: mix.right.slice() };
  applyGain(heard, gains, GAIN_BLOCK_FRAMES);
  makeup *= Math.min(2, makeupOf(loudnessOf(heard)));
  gains = limited(mix, fades, makeup);
  return gains;
}

/** The gain of a piece that grows louder from its start to its end, one value for every 64 frames. */
export function swellGain(frames: number): Float32Array {
  const blocks = Math.ceil(frames / GAIN_BLOCK_FRAMES) + 1;
  return Float32Array.from({ length: blocks }, (_, block) => {
    const left = 1 - Math.min(1, block / blocks / SWELL_ENDS);
    return 10 ** ((-SWELL_DECIBELS * left) / 20);
  });
}

function makeupOf(loudness: number): number {
  return Number.isFinite(loudness) ? 10 ** ((LOUDNESS_LUFS - loudness) / 20) : 1;
}

function fadeCurve(frames: number, fadesIn: boolean): Float32Array {
  const blocks = Math.ceil(frames / GAIN_BLOCK_FRAMES) + 1;
  const perSecond = SAMPLE_RATE / GAIN_BLOCK_FRAMES;
  return Float32Array.from({ length: blocks }, (_, block) => {
    const out = Math.min(1, Math.max(0, (blocks - 2 - block) / (FADE_OUT_SECONDS * perSecond)));
    const into = fadesIn ? Math.min(1, (block + 1) / (FADE_IN_SECONDS * perSecond)) : 1;
    return out * into;
  });
}

/** At every block edge the gain is safe for both adjacent blocks, so the interpolated gain is safe too. */
function limited({ left, right }: Stereo, fades: Float32Array, makeup: number): Float32Array {
  const gains = new Float32Array(fades.length).fill(1);
  for (let block = 0; block * GAIN_BLOCK_FRAMES < left.length; block++) {
    const end = Math.min(left.length, (block + 1) * GAIN_BLOCK_FRAMES);
    const start = block * GAIN_BLOCK_FRAMES;
    const peak = Math.max(peakBetween(left, start, end), peakBetween(right, start, end));
    const bearable = Math.min(1, CEILING / (peak * makeup + 1e-12));
    gains[block] = Math.min(gains[block] ?? 1, bearable);
    gains[block + 1] = bearable;
  }
  for (let at = 1; at < gains.length; at++) gains[at] = Math.min(gains[at] ?? 1, (gains[at - 1] ?? 1) + RELEASE);
  for (let at = gains.length - 2; at >= 0; at--) gains[at] = Math.min(gains[at] ?? 1, (gains[at + 1] ?? 1) + ATTACK);
  return gains.map((gain, at) => gain * makeup * (fades[at] ?? 0));
}

/** Includes the points between frames (a cubic through four frames), where a converter or an MP3 could clip. */
function peakBetween(side: Float32Array, start: number, end: number): number {
  let before = side[start - 1] ?? 0;
  let here = side[start] ?? 0;
  let next = side[start + 1] ?? 0;
  let peak = 0;
  for (let at = start; at < end; at++) {
    const after = side[at + 2] ?? 0;
    const between = (9 * (here + next) - before - after) / 16;
    peak = Math.max(peak, Math.abs(here), Math.abs(between));
    before = here;
    here = next;
    next = after;
  }
  return peak;
}
