const KEY_LENGTH_MAX = 40;
const REMEMBERED_MAX = 20_000;

/** Caches the results of a pure function that is called with the same few thousand keys. The cache is emptied when it is full. */
export function remembering<Key extends string | number, Value extends string | number | null | readonly string[]>(
  find: (key: Key) => Value,
): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const remembered = known.get(key);
    if (remembered !== undefined) return remembered;
    const value = find(key);
    // Clients write these strings. A long one would keep its whole brief in memory and hardly ever repeats.
    if (typeof key === "string" && key.length > KEY_LENGTH_MAX) return value;
    if (known.size >= REMEMBERED_MAX) known.clear();
    known.set(key, value);
    return value;
  };
}
