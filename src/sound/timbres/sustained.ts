import { drive } from "../signal/drive.ts";
import { applyEnvelope, type Envelope, framesWithRelease } from "../signal/envelope.ts";
import { filterTone } from "../signal/filter.ts";
import { addNoise } from "../signal/noise.ts";
import { SAMPLE_RATE } from "../signal/sample-rate.ts";
import { addSine } from "../signal/sine.ts";
import { addWave, type Vibrato, type Wave } from "../signal/waves.ts";
import { type Timbre, normalise } from "./timbre.ts";

/** A sustained sound: waves through a low-pass filter, for bows, reeds, brass and synthesisers. */
export interface Sustained {
  readonly shape: Wave["shape"];
  /** Number of waves; a section of players has several. */
  readonly voices: number;
  /** Detuning of the outer waves, as a share of the frequency. */
  readonly detune: number;
  readonly envelope: Envelope;
  /** Cutoff of the filter, as a multiple of the frequency; `sweep` is how much it opens at the start. */
  readonly open: number;
  readonly sweep?: number;
  /** Time constant, in seconds, in which the filter closes again. */
  readonly sweepSeconds?: number;
  readonly resonance?: number;
  readonly vibrato?: Vibrato;
  /** Level of the breath or bow noise. */
  readonly noise?: number;
  /** Level of a sine an octave lower. */
  readonly sub?: number;
  readonly drive?: number;
}

export function sustained(sound: Sustained): Timbre {
  const { shape, voices, detune, envelope, vibrato, noise = 0, sub = 0 } = sound;
  return ({ frequency, seconds, brightness, random }) => {
    const out = new Float32Array(framesWithRelease(envelope, seconds));
    for (let voice = 0; voice < voices; voice++) {
      const offset = voices === 1 ? 0 : (voice / (voices - 1) - 0.5) * 2 * detune;
      const wave = { shape, frequency: frequency * (1 + offset), level: 1 / voices, phase: random() };
      addWave(
        out,
        vibrato === undefined
          ? wave
          : { ...wave, vibrato: { ...vibrato, rate: vibrato.rate * (0.95 + 0.1 * random()) } },
      );
    }
    if (noise > 0) addNoise(out, noise, random);
    filterTone(out, "low", cutoffOf(sound, frequency, brightness), sound.resonance ?? 0.7);
    if (sub > 0) addSine(out, { frequency: frequency / 2, level: sub, decay: Number.POSITIVE_INFINITY });
    if (sound.drive !== undefined) drive(normalise(out), sound.drive);
    applyEnvelope(out, envelope, seconds);
    return normalise(out);
  };
}

/** The fixed 90 Hz keep low notes brighter than the multiple alone. */
function cutoffOf(sound: Sustained, frequency: number, brightness: number): number | ((frame: number) => number) {
  const rest = (frequency * 0.7 + 90) * sound.open * (0.45 + 1.1 * brightness);
  const { sweep = 0, sweepSeconds = 0.2 } = sound;
  if (sweep === 0) return rest;
  const fall = -1 / (sweepSeconds * SAMPLE_RATE);
  return (frame) => rest * (1 + sweep * (0.3 + brightness) * Math.exp(fall * frame));
}
