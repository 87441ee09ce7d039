const KEY_LENGTH_MAX = 40;
const REMEMBERED_MAX = 20_000;

/** A pure function that is asked about the same few thousand strings or numbers again and again, with its answers kept. */
export function remembering<Key extends string | number, Value extends string | number | null | readonly string[]>(
  find: (key: Key) => Value,
): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const remembered = known.get(key);
    if (remembered !== undefined) return remembered;
    const value = find(key);
    // Clients write these strings: a long one would keep its whole brief alive, and is no name twice.
    if (typeof key === "string" && key.length > KEY_LENGTH_MAX) return value;
    if (known.size >= REMEMBERED_MAX) known.clear();
    known.set(key, value);
    return value;
  };
}
