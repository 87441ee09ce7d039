import { drive } from "../signal/drive.ts";
import { fadeEnd, fadeStart } from "../signal/envelope.ts";
import { filterTone } from "../signal/filter.ts";
import { addNoise } from "../signal/noise.ts";
import { framesOf, SAMPLE_RATE } from "../signal/sample-rate.ts";
import { type Timbre, toFullLevel } from "./timbre.ts";

/** A string that is plucked. */
export interface Plucked {
  /** Seconds in which it falls to a thousandth; shorter for higher notes. */
  readonly ring: number;
  /** How bright the pluck is, 0 to 1. */
  readonly bright: number;
  /** Overdrive of its amplifier, 0 to 1. */
  readonly drive?: number;
  /** Hertz of the box it is on. */
  readonly body?: number;
  /** Damped with the palm. */
  readonly muted?: boolean;
}

/** Half a millisecond. */
const RISE_FRAMES = 22;
const RELEASE_SECONDS = 0.12;

/** Karplus and Strong's string (1983), tuned by an all-pass filter of the first order (Jaffe and Smith, 1983). */
export function plucked(string: Plucked): Timbre {
  return ({ frequency, seconds, brightness, chance }) => {
    const out = new Float32Array(framesOf(Math.min(seconds, string.ring * 1.3) + RELEASE_SECONDS));
    const ring = (string.muted === true ? 0.35 : string.ring) * Math.min(1.6, Math.sqrt(220 / frequency));
    vibrate(out, frequency, ring, pluckOf(frequency, string.bright * (0.5 + 0.7 * brightness), chance));
    if (string.body !== undefined) warm(out, string.body);
    if (string.drive !== undefined) {
      toFullLevel(out);
      drive(out, string.drive);
      filterTone(out, "low", 4_200, 0.8);
    }
    fadeStart(out, RISE_FRAMES);
    letGo(out, Math.min(seconds, string.ring * 1.3));
    return toFullLevel(out);
  };
}

/** One period of noise, softened, and without its middle as a finger plucks near the bridge. */
function pluckOf(frequency: number, bright: number, chance: () => number): Float32Array {
  const period = new Float32Array(Math.max(2, Math.floor(SAMPLE_RATE / frequency - 0.5)));
  addNoise(period, 1, chance);
  const passes = bright > 0.75 ? 0 : bright > 0.5 ? 1 : bright > 0.3 ? 3 : 7;
  for (let pass = 0; pass < passes; pass++) {
    let last = period[period.length - 1] ?? 0;
    for (let at = 0; at < period.length; at++) {
      const here = period[at] ?? 0;
      period[at] = (here + last) / 2;
      last = here;
    }
  }
  let mean = 0;
  for (const value of period) mean += value / period.length;
  for (let at = 0; at < period.length; at++) period[at] = (period[at] ?? 0) - mean;
  return period;
}

function vibrate(out: Float32Array, frequency: number, ring: number, line: Float32Array): void {
  const exact = SAMPLE_RATE / frequency;
  // The averaging filter delays by half a frame, the all-pass by what is left.
  const left = exact - line.length - 0.5;
  const allpass = (1 - left) / (1 + left);
  const keep = 0.001 ** (1 / (frequency * ring));
  let read = 0;
  let last = 0;
  let passIn = 0;
  let passOut = 0;
  for (let at = 0; at < out.length; at++) {
    const here = line[read] ?? 0;
    out[at] = here;
    const averaged = (here + last) * 0.5 * keep;
    last = here;
    passOut = allpass * (averaged - passOut) + passIn;
    passIn = averaged;
    line[read] = passOut;
    read = read + 1 === line.length ? 0 : read + 1;
  }
}

function warm(out: Float32Array, hertz: number): void {
  const box = out.slice();
  filterTone(box, "band", hertz, 1.2);
  for (let at = 0; at < out.length; at++) out[at] = (out[at] ?? 0) + 0.5 * (box[at] ?? 0);
}

function letGo(out: Float32Array, seconds: number): void {
  fadeEnd(out, Math.max(220, out.length - framesOf(seconds)));
}
