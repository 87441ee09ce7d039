/** Beats per minute, from and to. */
export type TempoRange = readonly [number, number];

/** Beats per minute of the words for a tempo, after the usual ranges of tempo markings: adagio, moderato, allegro. */
export const TEMPO_WORDS: ReadonlyMap<string, TempoRange> = new Map([
  ["very slow", [0, 66]],
  ["slow", [0, 84]],
  ["mid-tempo", [84, 120]],
  ["uptempo", [112, 200]],
  ["fast", [124, Number.POSITIVE_INFINITY]],
  ["very fast", [148, Number.POSITIVE_INFINITY]],
]);

/** Returns the distance of a tempo from a range in octaves; 0 within it. */
export function tempoDistance(bpm: number, [low, high]: TempoRange): number {
  return Math.max(0, low > 0 ? Math.log2(low / bpm) : 0, high === Number.POSITIVE_INFINITY ? 0 : Math.log2(bpm / high));
}
