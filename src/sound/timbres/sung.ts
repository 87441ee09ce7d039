import { applyEnvelope, type Envelope, framesWithRelease } from "../signal/envelope.ts";
import { filterTone } from "../signal/filter.ts";
import { addNoise } from "../signal/noise.ts";
import { addWave } from "../signal/waves.ts";
import { type Timbre, normalise } from "./timbre.ts";

/** Hertz, level and resonance of the first four formants (after Peterson and Barney, 1952). */
const VOWELS = {
  aah: [
    [730, 1, 7],
    [1_090, 0.6, 9],
    [2_440, 0.22, 11],
    [3_400, 0.12, 12],
  ],
  ooh: [
    [320, 1, 6],
    [870, 0.35, 9],
    [2_240, 0.07, 11],
    [3_300, 0.05, 12],
  ],
  eh: [
    [530, 1, 7],
    [1_840, 0.5, 10],
    [2_480, 0.28, 11],
    [3_500, 0.12, 12],
  ],
  oh: [
    [500, 1, 7],
    [850, 0.6, 9],
    [2_400, 0.1, 11],
    [3_300, 0.06, 12],
  ],
} as const;

export interface Sung {
  readonly vowels: readonly (keyof typeof VOWELS)[];
  readonly singers: number;
  readonly envelope: Envelope;
  /** Factor for the formants: above 1 for a smaller singer. */
  readonly size?: number;
}

/** A voice: a buzz through formants, with a delayed vibrato and a random vowel for each note. */
export function sung({ vowels, singers, envelope, size = 1 }: Sung): Timbre {
  return ({ frequency, seconds, brightness, random }) => {
    const buzz = new Float32Array(framesWithRelease(envelope, seconds));
    for (let singer = 0; singer < singers; singer++) {
      const vibrato = { rate: 5 + random(), depth: 0.007, onset: 0.5 };
      const off = singers === 1 ? 1 : 1 + (random() - 0.5) * 0.012;
      addWave(buzz, { shape: "saw", frequency: frequency * off, level: 1 / singers, phase: random(), vibrato });
    }
    addNoise(buzz, 0.03, random);
    filterTone(buzz, "low", 1_600 + 2_500 * brightness, 0.6);
    const out = new Float32Array(buzz.length);
    const vowel = VOWELS[vowels[Math.floor(random() * vowels.length)] ?? "aah"];
    for (const [hertz, level, sharpness] of vowel) {
      const formant = buzz.slice();
      // Sopranos raise the first formant to the pitch.
      filterTone(formant, "band", Math.max(hertz * size, frequency), sharpness);
      for (let at = 0; at < out.length; at++) out[at] = (out[at] ?? 0) + level * (formant[at] ?? 0);
    }
    for (let at = 0; at < out.length; at++) out[at] = (out[at] ?? 0) + 0.12 * (buzz[at] ?? 0);
    applyEnvelope(out, envelope, seconds);
    return normalise(out);
  };
}
