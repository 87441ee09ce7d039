import { SAMPLE_RATE } from "./sample-rate.ts";

export type Response = "low" | "high" | "band";

/**
 * Applies a state-variable filter in place. It is trapezoidal and therefore stable at every setting (Andrew Simper, "Linear
 * trapezoidal integrated SVF", 2013). A `cutoff` that moves is evaluated every 32 frames.
 */
export function filterTone(
  tone: Float32Array,
  response: Response,
  cutoff: number | ((frame: number) => number),
  resonance = 0.7,
): void {
  const k = 1 / resonance;
  let a1 = 0;
  let a2 = 0;
  let a3 = 0;
  let first = 0;
  let second = 0;
  const set = (hertz: number): void => {
    const g = Math.tan((Math.PI * Math.min(Math.max(hertz, 20), SAMPLE_RATE * 0.45)) / SAMPLE_RATE);
    a1 = 1 / (1 + g * (g + k));
    a2 = g * a1;
    a3 = g * a2;
  };
  if (typeof cutoff === "number") set(cutoff);
  for (let at = 0; at < tone.length; at++) {
    if (typeof cutoff !== "number" && (at & 31) === 0) set(cutoff(at));
    const input = tone[at] ?? 0;
    const v3 = input - second;
    const v1 = a1 * first + a2 * v3;
    const v2 = second + a2 * first + a3 * v3;
    first = 2 * v1 - first;
    second = 2 * v2 - second;
    if (response === "low") tone[at] = v2;
    else if (response === "band") tone[at] = v1 * k;
    else tone[at] = input - k * v1 - v2;
  }
}
