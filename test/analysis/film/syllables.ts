import { chances } from "../../support/generated-music.ts";

/** Voiced and unvoiced syllables of uneven length with gaps: about four and a half per second. @param pitch in hertz. */
export function syllables(seconds: number, seed = 11, pitch = 110): (at: number) => number {
  const chance = chances(seed);
  const starts: { at: number; length: number; isHiss: boolean; pitch: number }[] = [];
  for (let at = 0; at < seconds;) {
    const length = 0.1 + 0.12 * chance();
    starts.push({ at, length, isHiss: chance() < 0.3, pitch: pitch + 40 * chance() });
    at += length + 0.03 + 0.1 * chance();
  }
  let current = 0;
  return (at) => {
    while ((starts[current + 1]?.at ?? Number.POSITIVE_INFINITY) <= at) current++;
    const { at: start = 0, length = 1, isHiss = false, pitch: height = pitch } = starts[current] ?? {};
    const share = (at - start) / length;
    if (share > 1) return 0;
    const strength = Math.sin(Math.PI * share) ** 2;
    if (isHiss) return 0.25 * strength * (2 * chance() - 1);
    const voice = [1, 3, 5, 8, 12].reduce((sum, part) => sum + Math.sin(2 * Math.PI * height * part * at), 0);
    return 0.12 * strength * voice;
  };
}
