import { drive } from "../signal/drive.ts";
import { fadeEnd, fadeStart } from "../signal/envelope.ts";
import { filterTone } from "../signal/filter.ts";
import { addNoise } from "../signal/noise.ts";
import { framesOf, SAMPLE_RATE } from "../signal/sample-rate.ts";
import { addSine } from "../signal/sine.ts";
import { type Timbre, normalise, type Tone } from "./timbre.ts";

/** A drum hit: a skin with a falling pitch, filtered noise, metal partials, or several of them. It ignores the note's length. */
export interface DrumHit {
  /**
   * The pitch falls from `from` to `to` hertz with the time constant `fall` in seconds. `decay`: seconds until the
   * level is a tenth.
   */
  readonly skin?: { readonly from: number; readonly to: number; readonly fall: number; readonly decay: number };
  readonly noise?: {
    readonly level: number;
    readonly response: "low" | "high" | "band";
    readonly hertz: number;
    readonly decay: number;
    /** Seconds between the bursts of a hand clap. */
    readonly bursts?: number;
  };
  /** Inharmonic sines: hertz, and seconds to a tenth of the level. */
  readonly metal?: { readonly hertz: readonly number[]; readonly decay: number; readonly level: number };
  readonly drive?: number;
}

/** Half a millisecond, against clicks. */
const RISE_FRAMES = 22;

export function hit(of: DrumHit): Timbre {
  return (tone) => {
    const { skin, noise, metal } = of;
    const decay = Math.max(skin?.decay ?? 0, noise?.decay ?? 0, metal?.decay ?? 0);
    const out = new Float32Array(framesOf(Math.min(3, decay * 1.8 + 0.03)));
    if (noise !== undefined) addBurst(out, noise, tone);
    if (skin !== undefined) addSkin(out, skin);
    for (const hertz of metal?.hertz ?? []) {
      addSine(out, { frequency: hertz, level: metal?.level ?? 0, decay: metal?.decay ?? 0, phase: tone.random() * 6 });
    }
    fadeStart(out, RISE_FRAMES);
    if (of.drive !== undefined) drive(normalise(out), of.drive);
    fadeEnd(out);
    return normalise(out);
  };
}

function addSkin(out: Float32Array, { from, to, fall, decay }: NonNullable<DrumHit["skin"]>): void {
  const slide = Math.exp(-1 / (fall * SAMPLE_RATE));
  const fade = Math.exp(-Math.LN10 / (decay * SAMPLE_RATE));
  let above = from - to;
  let level = 1;
  let phase = 0;
  for (let at = 0; at < out.length; at++) {
    out[at] = (out[at] ?? 0) + level * Math.sin(phase);
    phase += (2 * Math.PI * (to + above)) / SAMPLE_RATE;
    above *= slide;
    level *= fade;
  }
}

function addBurst(out: Float32Array, noise: NonNullable<DrumHit["noise"]>, tone: Tone): void {
  const burst = new Float32Array(out.length);
  addNoise(burst, 1, tone.random);
  filterTone(
    burst,
    noise.response,
    noise.hertz * (0.75 + 0.5 * tone.brightness),
    noise.response === "band" ? 1.4 : 0.8,
  );
  const starts = noise.bursts === undefined ? [0] : [0, 1, 2].map((n) => n * (noise.bursts ?? 0));
  const fade = Math.exp(-Math.LN10 / (noise.decay * SAMPLE_RATE));
  const short = Math.exp(-1 / (0.006 * SAMPLE_RATE));
  let level = 0;
  let next = 0;
  for (let at = 0; at < out.length; at++) {
    if (next < starts.length && at >= (starts[next] ?? 0) * SAMPLE_RATE) {
      level = 1;
      next += 1;
    }
    out[at] = (out[at] ?? 0) + noise.level * level * (burst[at] ?? 0);
    level *= next < starts.length ? short : fade;
  }
}
