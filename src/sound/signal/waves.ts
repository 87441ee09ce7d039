import { SAMPLE_RATE } from "./sample-rate.ts";

export interface Vibrato {
  /** Hertz. */
  readonly rate: number;
  /** As a share of the frequency. */
  readonly depth: number;
  /** Seconds until full depth. */
  readonly onset: number;
}

export interface Wave {
  readonly shape: "saw" | "square" | "pulse";
  /** Hertz. */
  readonly frequency: number;
  readonly level: number;
  /** Where the wave begins, 0 to 1. */
  readonly phase: number;
  readonly vibrato?: Vibrato;
}

const DUTY = { square: 0.5, pulse: 0.22 } as const;

/** Adds a wave to `out`, band-limited with PolyBLEP (Välimäki and Huovilainen, 2007). */
export function addWave(out: Float32Array, wave: Wave): void {
  const { shape, level, vibrato } = wave;
  const plain = wave.frequency / SAMPLE_RATE;
  let phase = wave.phase;
  let step = plain;
  const bend = vibrato === undefined ? null : vibratoOf(vibrato);
  const role = shape === "saw" ? 0 : DUTY[shape];
  for (let at = 0; at < out.length; at++) {
    // A vibrato needs a new frequency only every 32 frames.
    if (bend !== null && (at & 31) === 0) step = plain * bend(at);
    let value: number;
    if (shape === "saw") value = 2 * phase - 1 - corner(phase, step);
    else {
      const later = phase + 1 - role >= 1 ? phase - role : phase + 1 - role;
      value = (phase < role ? 1 : -1) + corner(phase, step) - corner(later, step) + (1 - 2 * role);
    }
    out[at] = (out[at] ?? 0) + value * level;
    phase += step;
    if (phase >= 1) phase -= 1;
  }
}

function corner(phase: number, step: number): number {
  if (phase < step) {
    const t = phase / step;
    return t + t - t * t - 1;
  }
  if (phase > 1 - step) {
    const t = (phase - 1) / step;
    return t * t + t + t + 1;
  }
  return 0;
}

function vibratoOf({ rate, depth, onset }: Vibrato): (frame: number) => number {
  const angle = (2 * Math.PI * rate) / SAMPLE_RATE;
  const full = Math.max(1, onset * SAMPLE_RATE);
  return (frame) => 1 + depth * Math.min(1, frame / full) * Math.sin(angle * frame);
}
