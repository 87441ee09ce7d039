/** Numbers from 0 to below 1. */
export type Random = () => number;

/** mulberry32: a small, well-mixed generator, so that every machine measures the same catalog. */
export function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** By Zipf's law with exponent 1: an entry twice as far down the list comes half as often. */
export function zipf(from: readonly string[], random: Random): string {
  return from[Math.floor((from.length + 1) ** random()) - 1] ?? "";
}

export function pick(from: readonly string[], random: Random): string {
  return from[Math.floor(random() * from.length)] ?? "";
}

export function shuffled(from: readonly string[], random: Random): string[] {
  return from
    .map((entry) => ({ entry, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ entry }) => entry);
}
