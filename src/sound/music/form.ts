import type { Length } from "./length.ts";

/** Whether a piece grows louder from its start to its end. */
export function isSwelling(traits: string): boolean {
  return /building|slow burn|gentle build|swelling/.test(traits);
}

/** The intensity of each bar, 0 to 1, so that a piece has a shape. */
export function intensities(length: Length, traits: string, energy: number): readonly number[] {
  const { bars } = length;
  return Array.from({ length: bars }, (_, bar) => intensityAt(bars === 1 ? 1 : bar / bars, traits, energy));
}

function intensityAt(place: number, traits: string, energy: number): number {
  if (isSwelling(traits) || /accelerating|evolving/.test(traits)) return 0.35 + 0.65 * Math.min(1, place * 1.5);
  if (/drop/.test(traits)) return place < 0.25 ? 0.6 : place < 0.5 ? 0.4 + place : 1;
  if (/loud-quiet-loud|stop-start|dramatic pauses/.test(traits)) return place >= 0.375 && place < 0.5 ? 0.3 : 0.95;
  if (place < 0.25) return 0.5 + 0.4 * energy;
  return place < 0.75 ? 0.9 : 1;
}
