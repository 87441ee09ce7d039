/** Frames per second of everything that is rendered. */
export const SAMPLE_RATE = 44_100;

export function framesOf(seconds: number): number {
  return Math.max(1, Math.round(seconds * SAMPLE_RATE));
}
