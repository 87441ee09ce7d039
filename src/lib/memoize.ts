const KEY_LENGTH_MAX = 40;
const ENTRIES_MAX = 20_000;

/** Caches the results of a pure function that is called with the same few thousand keys. The cache is emptied when it is full. */
export function memoize<Key extends string | number, Value extends string | number | null | object>(
  find: (key: Key) => Value,
): (key: Key) => Value {
  const cache = new Map<Key, Value>();
  return (key) => {
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const value = find(key);
    // Clients write these strings. A long one hardly ever repeats, and caching it would keep the text of its brief in
    // memory.
    if (typeof key === "string" && key.length > KEY_LENGTH_MAX) return value;
    if (cache.size >= ENTRIES_MAX) cache.clear();
    cache.set(key, value);
    return value;
  };
}
