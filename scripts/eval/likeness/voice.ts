import { randomFrom } from "../../lib/random.ts";

/** Formants of five vowels in hertz (Peterson and Barney 1952, rounded). */
const VOWELS = [
  [730, 1_090, 2_440],
  [530, 1_840, 2_480],
  [270, 2_290, 3_010],
  [570, 840, 2_410],
  [300, 870, 2_240],
] as const;
const BANDWIDTHS_HZ = [80, 100, 140] as const;
const SYLLABLE_SECONDS = { min: 0.09, max: 0.24 } as const;
const PAUSE_SHARE = 0.12;
const HISS_SHARE = 0.25;

/** Synthesises a voice-like sound: pulses through three resonances that change with each syllable, hiss, and pauses. */
export function voiceLike(seconds: number, rate: number): Float64Array {
  const random = randomFrom(1_952);
  const out = new Float64Array(Math.round(seconds * rate));
  let at = 0;
  let phase = 0;
  while (at < out.length) {
    const { min, max } = SYLLABLE_SECONDS;
    const length = Math.round((min + (max - min) * random()) * rate);
    const kind = random();
    const vowel = VOWELS[Math.floor(random() * VOWELS.length)] ?? VOWELS[0];
    const pitch = 95 + 60 * random();
    const memory = vowel.map(() => [0, 0] as [number, number]);
    for (let step = 0; step < length && at < out.length; step++, at++) {
      if (kind < PAUSE_SHARE) continue;
      phase += pitch / rate;
      const isPulse = phase >= 1;
      if (isPulse) phase -= 1;
      let sound = kind < PAUSE_SHARE + HISS_SHARE ? 0.05 * (random() - 0.5) : Number(isPulse);
      if (kind >= PAUSE_SHARE + HISS_SHARE)
        vowel.forEach((hertz, index) => {
          const state = memory[index] ?? [0, 0];
          const radius = Math.exp((-Math.PI * (BANDWIDTHS_HZ[index] ?? 100)) / rate);
          const next =
            sound + 2 * radius * Math.cos((2 * Math.PI * hertz) / rate) * state[0] - radius * radius * state[1];
          state[1] = state[0];
          state[0] = next;
          sound = next * (1 - radius);
        });
      out[at] = sound * Math.sin((Math.PI * step) / length);
    }
  }
  return out;
}
