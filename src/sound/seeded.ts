/** A random generator with the same values on every machine: integer arithmetic only. */
export type RandomGenerator = () => number;

/**
 * A generator of numbers from 0 to below 1, seeded by a text: FNV-1a (32 bits) hashes the text, mulberry32 (Tommy Ettinger,
 * public domain) generates the sequence.
 */
export function seeded(text: string): RandomGenerator {
  let state = hashOf(text);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

/** Picks an item of a list. */
export function pick<Item>(random: RandomGenerator, list: readonly [Item, ...Item[]]): Item {
  return list[Math.floor(random() * list.length)] ?? list[0];
}
