/** Chance that is the same on every machine: integers only, no Math.random. */
export type Chance = () => number;

/**
 * Numbers from 0 to below 1 out of a text. The text is hashed with FNV-1a (32 bits); the sequence is mulberry32
 * (Tommy Ettinger, public domain).
 */
export function seeded(text: string): Chance {
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

/** One of a list that is not empty. */
export function pick<Item>(chance: Chance, list: readonly [Item, ...Item[]]): Item {
  return list[Math.floor(chance() * list.length)] ?? list[0];
}
