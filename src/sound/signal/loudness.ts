import { SAMPLE_RATE } from "./sample-rate.ts";
import type { Stereo } from "./stereo.ts";

/** Biquads of BS.1770's K-weighting at 44.1 kHz: a shelf for the head, then a high-pass. */
const SHELF = {
  b0: 1.530_841_230_050_35,
  b1: -2.650_979_995_154_73,
  b2: 1.169_079_079_921_59,
  a1: -1.663_655_113_256_02,
  a2: 0.712_595_428_073_23,
};
const HIGH_PASS = { b0: 1, b1: -2, b2: 1, a1: -1.989_169_673_629_8, a2: 0.989_199_035_787_04 };
/** A quarter of a gating block of 400 ms. */
const HOP = SAMPLE_RATE / 10;
/** Tenths of a second with less than this share of the mean power are rests. */
const REST_SHARE = 0.1;
const ABSOLUTE_GATE = -70;
const RELATIVE_GATE = 10;

/** Integrated loudness in LUFS (ITU-R BS.1770-4); -Infinity for silence. */
export function loudnessOf({ left, right }: Stereo): number {
  const one = energies(left);
  const other = energies(right);
  const blocks: number[] = [];
  for (let at = 0; at + 4 <= one.length; at++) {
    let sum = 0;
    for (let hop = at; hop < at + 4; hop++) sum += (one[hop] ?? 0) + (other[hop] ?? 0);
    blocks.push(sum / (4 * HOP));
  }
  const loud = blocks.filter((power) => lufs(power) > ABSOLUTE_GATE);
  const gate = lufs(mean(loud)) - RELATIVE_GATE;
  return lufs(mean(loud.filter((power) => lufs(power) > gate)));
}

/** The root mean square of a tone without its rests. */
export function playedRms(tone: Float32Array): number {
  const powers: number[] = [];
  for (let start = 0; start + HOP <= tone.length; start += HOP) {
    let sum = 0;
    for (let at = start; at < start + HOP; at++) sum += (tone[at] ?? 0) * (tone[at] ?? 0);
    powers.push(sum / HOP);
  }
  const rest = mean(powers) * REST_SHARE;
  return Math.sqrt(mean(powers.filter((power) => power > rest)));
}

function lufs(power: number): number {
  return -0.691 + 10 * Math.log10(power);
}

function mean(list: readonly number[]): number {
  return list.length === 0 ? 0 : list.reduce((sum, one) => sum + one, 0) / list.length;
}

/** The K-weighted energy of each tenth of a second. */
function energies(side: Float32Array): Float64Array {
  const out = new Float64Array(Math.floor(side.length / HOP));
  let s1 = 0;
  let s2 = 0;
  let h1 = 0;
  let h2 = 0;
  for (let hop = 0; hop < out.length; hop++) {
    let sum = 0;
    for (let at = hop * HOP; at < (hop + 1) * HOP; at++) {
      const input = side[at] ?? 0;
      const s0 = input - SHELF.a1 * s1 - SHELF.a2 * s2;
      const shelved = SHELF.b0 * s0 + SHELF.b1 * s1 + SHELF.b2 * s2;
      s2 = s1;
      s1 = s0;
      const h0 = shelved - HIGH_PASS.a1 * h1 - HIGH_PASS.a2 * h2;
      const value = HIGH_PASS.b0 * h0 + HIGH_PASS.b1 * h1 + HIGH_PASS.b2 * h2;
      h2 = h1;
      h1 = h0;
      sum += value * value;
    }
    out[hop] = sum;
  }
  return out;
}
