import type { Chance } from "../seeded.ts";

/** White noise, added. */
export function addNoise(out: Float32Array, level: number, chance: Chance): void {
  // A generator of its own: one step and one multiplication a frame.
  let state = (Math.floor(chance() * 0xffff_fffe) | 0) + 1;
  const scale = level / 2 ** 31;
  for (let at = 0; at < out.length; at++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    out[at] = (out[at] ?? 0) + state * scale;
  }
}
