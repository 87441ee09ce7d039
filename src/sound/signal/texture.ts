import type { RandomGenerator } from "../seeded.ts";
import { filterTone } from "./filter.ts";
import { addNoise } from "./noise.ts";
import { SAMPLE_RATE } from "./sample-rate.ts";

const CRACKLES_PER_SECOND = 9;

/** Vinyl crackle or wind for the length of the piece. */
export function texture(kind: "crackle" | "air", frames: number, random: RandomGenerator): Float32Array {
  const out = new Float32Array(frames);
  addNoise(out, kind === "crackle" ? 0.12 : 1, random);
  const period = (5 + 4 * random()) * SAMPLE_RATE;
  filterTone(
    out,
    kind === "crackle" ? "high" : "band",
    (frame) => (kind === "crackle" ? 2_500 : 700 + 420 * Math.sin((2 * Math.PI * frame) / period)),
    kind === "crackle" ? 0.7 : 1.6,
  );
  if (kind === "crackle") {
    const count = Math.floor((frames / SAMPLE_RATE) * CRACKLES_PER_SECOND);
    for (let one = 0; one < count; one++) {
      const at = Math.floor(random() * (frames - 40));
      const level = 0.3 + 0.7 * random();
      for (let frame = 0; frame < 30; frame++)
        out[at + frame] = (out[at + frame] ?? 0) + level * (random() - 0.5) * (1 - frame / 30);
    }
  }
  return out;
}
