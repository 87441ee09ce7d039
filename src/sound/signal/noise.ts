import type { RandomGenerator } from "../seeded.ts";

/** Adds white noise. */
export function addNoise(out: Float32Array, level: number, random: RandomGenerator): void {
  // A xorshift generator: cheaper than a call of `random` for every frame.
  let state = (Math.floor(random() * 0xffff_fffe) | 0) + 1;
  const scale = level / 2 ** 31;
  for (let at = 0; at < out.length; at++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    out[at] = (out[at] ?? 0) + state * scale;
  }
}
