import { CURVE_PARTS } from "../../schema/wire/audio-facts.ts";
import { AUDIO_RATE } from "./samples.ts";

export interface CurveMeter {
  /** Samples of one block, full scale 1. */
  take(block: Float64Array): void;
  /** The loudness of equal parts of the sound in LUFS, from its start to its end. Null if it is too short or silent. */
  curve(): readonly number[] | null;
}

/** Blocks per step: 0.19 s. Four hours have 78,000 steps. */
const STEP_BLOCKS = 16;
/** A shorter part has too few notes for a level: a sound needs 12 seconds. */
const STEPS_PER_PART_MIN = 4;
/** Silence before the first and after the last note, in LUFS. It is left out. */
const SILENT_BELOW = -60;
/** The absolute gate of EBU R128, which is also the level of a silent part. */
const FLOOR = -70;

/**
 * Measures how loud the parts of a sound are, with the K-weighting of ITU-R BS.1770-4 but without its gates. Of a mono
 * mix, so that the values compare the parts with each other and not with the loudness of the file.
 */
export function curveMeter(): CurveMeter {
  const energyOf = weightedEnergy();
  const steps: number[] = [];
  let power = 0;
  let blocks = 0;
  return {
    take: (block) => {
      power += energyOf(block);
      if (++blocks < STEP_BLOCKS) return;
      steps.push(power / (blocks * block.length));
      power = 0;
      blocks = 0;
    },
    curve: () => curveOf(steps),
  };
}

function curveOf(steps: readonly number[]): readonly number[] | null {
  const first = steps.findIndex((power) => lufs(power) > SILENT_BELOW);
  const played = steps.slice(first, steps.findLastIndex((power) => lufs(power) > SILENT_BELOW) + 1);
  if (first < 0 || played.length < CURVE_PARTS * STEPS_PER_PART_MIN) return null;
  return Array.from({ length: CURVE_PARTS }, (_, part) => {
    const from = Math.floor((part * played.length) / CURVE_PARTS);
    const to = Math.floor(((part + 1) * played.length) / CURVE_PARTS);
    const mean = played.slice(from, to).reduce((sum, power) => sum + power, 0) / (to - from);
    return Math.round(10 * Math.max(FLOOR, lufs(mean))) / 10;
  });
}

function lufs(power: number): number {
  return -0.691 + 10 * Math.log10(power);
}

/** Coefficients of a second-order filter; the first one of the feedback is 1. */
interface Biquad {
  readonly b: readonly [number, number, number];
  readonly a: readonly [number, number];
}

/**
 * Returns a function for the K-weighted energy of consecutive blocks at AUDIO_RATE. Filters in direct form II, both in one
 * loop, because it runs for every sample of a file.
 */
function weightedEnergy(): (block: Float64Array) => number {
  const { b: s, a: sa } = headShelf();
  const { b: h, a: ha } = highPass();
  let [shelf1, shelf2, pass1, pass2] = [0, 0, 0, 0];
  return (block) => {
    let energy = 0;
    for (const sample of block) {
      const shelf0 = sample - sa[0] * shelf1 - sa[1] * shelf2;
      const pass0 = s[0] * shelf0 + s[1] * shelf1 + s[2] * shelf2 - ha[0] * pass1 - ha[1] * pass2;
      const weighted = h[0] * pass0 + h[1] * pass1 + h[2] * pass2;
      shelf2 = shelf1;
      shelf1 = shelf0;
      pass2 = pass1;
      pass1 = pass0;
      energy += weighted * weighted;
    }
    return energy;
  };
}

/*
 * The filters of BS.1770-4. The standard gives coefficients for 48 kHz only; these are its analogue filters (frequency, gain,
 * quality) after a bilinear transform to AUDIO_RATE.
 */

function headShelf(): Biquad {
  const [hertz, decibels, quality] = [1_681.974_450_955_533, 3.999_843_853_973_347, 0.707_175_236_955_419_6];
  const k = Math.tan((Math.PI * hertz) / AUDIO_RATE);
  const high = 10 ** (decibels / 20);
  const band = high ** 0.499_666_774_154_541_6;
  const whole = 1 + k / quality + k * k;
  const side = (band * k) / quality;
  return {
    b: [(high + side + k * k) / whole, (2 * (k * k - high)) / whole, (high - side + k * k) / whole],
    a: [(2 * (k * k - 1)) / whole, (1 - k / quality + k * k) / whole],
  };
}

function highPass(): Biquad {
  const [hertz, quality] = [38.135_470_876_024_44, 0.500_327_037_323_877_3];
  const k = Math.tan((Math.PI * hertz) / AUDIO_RATE);
  const whole = 1 + k / quality + k * k;
  return { b: [1, -2, 1], a: [(2 * (k * k - 1)) / whole, (1 - k / quality + k * k) / whole] };
}
