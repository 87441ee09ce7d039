import { SAMPLE_RATE } from "./sample-rate.ts";
import type { Stereo } from "./stereo.ts";

/** In frames at 44.1 kHz. Primes, so that echoes do not coincide. */
const DELAYS = [1_427, 1_637, 1_871, 2_099, 2_377, 2_663, 2_969, 3_251] as const;
const DAMPING = 0.32;

/**
 * Adds reverberation to `dry`: a feedback delay network of eight lines mixed by a Hadamard matrix (Jot and Chaigne, 1991).
 * It is linear, so the reverberation of the stems adds up to that of the mix.
 */
export function addReverb(dry: Stereo, send: Float32Array, seconds: number): void {
  const lines = DELAYS.map((frames) => ({
    buffer: new Float32Array(frames),
    keep: 0.001 ** (frames / (seconds * SAMPLE_RATE)) / Math.sqrt(8),
  }));
  const [a, b, c, d, e, f, g, h] = lines;
  if (!a || !b || !c || !d || !e || !f || !g || !h) return;
  const at = new Int32Array(8);
  const low = new Float64Array(8);
  const v = new Float64Array(8);
  const { left, right } = dry;
  const all = [a, b, c, d, e, f, g, h] as const;
  for (let frame = 0; frame < send.length; frame++) {
    for (let n = 0; n < 8; n++) {
      const line = all[n] ?? a;
      const heard = line.buffer[at[n] ?? 0] ?? 0;
      const dark = heard + ((low[n] ?? 0) - heard) * DAMPING;
      low[n] = dark;
      v[n] = dark;
    }
    left[frame] = (left[frame] ?? 0) + (v[0] ?? 0) - (v[2] ?? 0) + (v[4] ?? 0) - (v[6] ?? 0);
    right[frame] = (right[frame] ?? 0) + (v[1] ?? 0) - (v[3] ?? 0) + (v[5] ?? 0) - (v[7] ?? 0);
    mixEight(v);
    const input = send[frame] ?? 0;
    for (let n = 0; n < 8; n++) {
      const line = all[n] ?? a;
      const place = at[n] ?? 0;
      line.buffer[place] = input + (v[n] ?? 0) * line.keep;
      at[n] = place + 1 === line.buffer.length ? 0 : place + 1;
    }
  }
}

/** The fast Walsh-Hadamard transform of eight numbers, in place. */
function mixEight(v: Float64Array): void {
  for (let span = 1; span < 8; span *= 2) {
    for (let start = 0; start < 8; start += span * 2) {
      for (let n = start; n < start + span; n++) {
        const one = v[n] ?? 0;
        const other = v[n + span] ?? 0;
        v[n] = one + other;
        v[n + span] = one - other;
      }
    }
  }
}
