import { applyEnvelope, type Envelope, framesWithRelease } from "../signal/envelope.ts";
import { filterTone } from "../signal/filter.ts";
import { addNoise } from "../signal/noise.ts";
import { addSine } from "../signal/sine.ts";
import { type Timbre, normalise } from "./timbre.ts";

/** Constant harmonics: organs, flutes, whistles, glass. */
export interface Piped {
  /** Two numbers for each harmonic: ratio to the fundamental, and level. */
  readonly ranks: readonly number[];
  readonly envelope: Envelope;
  /** Level of the breath noise. */
  readonly breath?: number;
  /** Detuning of a second set of ranks, as a share of the frequency. */
  readonly beating?: number;
}

export function piped({ ranks, envelope, breath = 0, beating = 0 }: Piped): Timbre {
  return ({ frequency, seconds, brightness, random }) => {
    const out = new Float32Array(framesWithRelease(envelope, seconds));
    if (breath > 0) {
      addNoise(out, breath * (0.6 + brightness), random);
      filterTone(out, "band", frequency * 2, 2);
    }
    for (let at = 0; at < ranks.length; at += 2) {
      const [ratio = 1, level = 0] = ranks.slice(at, at + 2);
      const heard = ratio > 1 ? level * (0.35 + 0.9 * brightness) : level;
      const sine = { level: heard, decay: Number.POSITIVE_INFINITY };
      addSine(out, { ...sine, frequency: frequency * ratio, phase: random() * 6 });
      if (beating > 0) addSine(out, { ...sine, frequency: frequency * ratio * (1 + beating), phase: random() * 6 });
    }
    applyEnvelope(out, envelope, seconds);
    return normalise(out);
  };
}
