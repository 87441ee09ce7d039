const KEY_LENGTH_MAX = 40;
const REMEMBERED_MAX = 20_000;

/** A pure function of a string that is asked about the same few thousand strings again and again, with its answers kept. */
export function remembering<Value extends string | number>(find: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, Value>();
  return (key) => {
    const remembered = known.get(key);
    if (remembered !== undefined) return remembered;
    const value = find(key);
    // Clients write these strings: a long one would keep its whole brief alive, and is no name twice.
    if (key.length > KEY_LENGTH_MAX) return value;
    if (known.size >= REMEMBERED_MAX) known.clear();
    known.set(key, value);
    return value;
  };
}
