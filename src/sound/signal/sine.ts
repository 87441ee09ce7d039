import { SAMPLE_RATE } from "./sample-rate.ts";

/**
 * Adds a decaying sine to `out` by rotating a point, without a call of Math.sin for every frame. `decay` is the time in
 * seconds to a tenth of its level; Infinity for a constant level.
 */
export function addSine(
  out: Float32Array,
  sine: { readonly frequency: number; readonly level: number; readonly decay: number; readonly phase?: number },
): void {
  const { frequency, level, decay, phase = 0 } = sine;
  if (frequency >= SAMPLE_RATE * 0.45) return;
  const angle = (2 * Math.PI * frequency) / SAMPLE_RATE;
  const shrink = decay === Number.POSITIVE_INFINITY ? 1 : Math.exp(-Math.LN10 / (decay * SAMPLE_RATE));
  const turnX = Math.cos(angle) * shrink;
  const turnY = Math.sin(angle) * shrink;
  let x = level * Math.cos(phase);
  let y = level * Math.sin(phase);
  for (let at = 0; at < out.length; at++) {
    out[at] = (out[at] ?? 0) + y;
    const next = x * turnX - y * turnY;
    y = x * turnY + y * turnX;
    x = next;
  }
}
