import { fadeEnd, fadeStart } from "../signal/envelope.ts";
import { addNoise } from "../signal/noise.ts";
import { framesOf, SAMPLE_RATE } from "../signal/sample-rate.ts";
import { addSine } from "../signal/sine.ts";
import { type Timbre, normalise } from "./timbre.ts";

/** The sound of a struck instrument: piano, electric piano, mallets, bells. */
export interface Struck {
  /** Three numbers for each partial: ratio to the fundamental, level, and decay relative to the fundamental's. */
  readonly partials: readonly number[];
  /** Seconds to a tenth of the level for middle C; lower notes ring longer. */
  readonly decay: number;
  /** Stiffness of the string, which makes upper partials sharp (Fletcher, 1964). */
  readonly stiffness?: number;
  /** Level of the hammer noise. */
  readonly knock?: number;
  /** Keeps ringing after the note ends. */
  readonly ringsOn?: boolean;
  /** How strongly harder playing raises the upper partials, 0 to 1. */
  readonly touch?: number;
}

const MIDDLE_C_HERTZ = 261.6;
const DAMPED_SECONDS = 0.18;
/** 1.5 milliseconds, against clicks. */
const RISE_FRAMES = 66;
const KNOCK_SECONDS = 0.02;

export function struck(body: Struck): Timbre {
  const { partials, stiffness = 0, knock = 0, touch = 0.6 } = body;
  return ({ frequency, seconds, brightness, random }) => {
    const ring = body.decay * Math.sqrt(MIDDLE_C_HERTZ / frequency);
    const length = body.ringsOn === true ? Math.min(ring * 1.2, seconds + ring) : seconds + DAMPED_SECONDS;
    const out = new Float32Array(framesOf(Math.min(length, 8)));
    for (let at = 0; at < partials.length; at += 3) {
      const [ratio = 1, level = 0, decay = 1] = partials.slice(at, at + 3);
      const sharp = ratio * Math.sqrt(1 + stiffness * ratio * ratio);
      const softened = level * (1 - touch + touch * (0.15 + 1.5 * brightness)) ** Math.max(0, Math.log2(ratio));
      addSine(out, { frequency: frequency * sharp, level: softened, decay: ring * decay, phase: random() * 0.3 });
    }
    if (knock > 0) addNoise(out.subarray(0, framesOf(KNOCK_SECONDS)), knock * (0.3 + brightness), random);
    fadeStart(out, RISE_FRAMES);
    if (body.ringsOn !== true) damp(out, seconds);
    fadeEnd(out);
    return normalise(out);
  };
}

function damp(out: Float32Array, seconds: number): void {
  const fall = Math.exp(-1 / (0.04 * SAMPLE_RATE));
  let level = 1;
  for (let at = framesOf(seconds); at < out.length; at++) {
    level *= fall;
    out[at] = (out[at] ?? 0) * level;
  }
}
