import { drive } from "../signal/drive.ts";
import { fadeEnd, fadeStart } from "../signal/envelope.ts";
import { filterTone } from "../signal/filter.ts";
import { addNoise } from "../signal/noise.ts";
import { framesOf, SAMPLE_RATE } from "../signal/sample-rate.ts";
import { type Timbre, normalise } from "./timbre.ts";

/** A plucked string. */
export interface Plucked {
  /** Seconds to a thousandth of the level; shorter for high notes. */
  readonly ring: number;
  /** Brightness of the pluck, 0 to 1. */
  readonly bright: number;
  /** Overdrive of the amplifier, 0 to 1. */
  readonly drive?: number;
  /** Resonance of the body in hertz. */
  readonly body?: number;
  /** Damped with the palm. */
  readonly muted?: boolean;
}

/** Half a millisecond, against clicks. */
const RISE_FRAMES = 22;
const RELEASE_SECONDS = 0.12;

/** The Karplus-Strong string (1983), tuned by a first-order all-pass filter (Jaffe and Smith, 1983). */
export function plucked(string: Plucked): Timbre {
  return ({ frequency, seconds, brightness, random }) => {
    const out = new Float32Array(framesOf(Math.min(seconds, string.ring * 1.3) + RELEASE_SECONDS));
    const ring = (string.muted === true ? 0.35 : string.ring) * Math.min(1.6, Math.sqrt(220 / frequency));
    vibrate(out, frequency, ring, pluckOf(frequency, string.bright * (0.5 + 0.7 * brightness), random));
    if (string.body !== undefined) warm(out, string.body);
    if (string.drive !== undefined) {
      normalise(out);
      drive(out, string.drive);
      filterTone(out, "low", 4_200, 0.8);
    }
    fadeStart(out, RISE_FRAMES);
    letGo(out, Math.min(seconds, string.ring * 1.3));
    return normalise(out);
  };
}

/** One period of smoothed noise without its mean. */
function pluckOf(frequency: number, bright: number, random: () => number): Float32Array {
  const period = new Float32Array(Math.max(2, Math.floor(SAMPLE_RATE / frequency - 0.5)));
  addNoise(period, 1, random);
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
  // The averaging filter delays by half a frame, the all-pass filter by the rest.
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
