/** Creates a value on first use and keeps it. For constants that are too costly to compute at import. */
export function once<Value extends object>(make: () => Value): () => Value {
  let made: Value | null = null;
  return () => (made ??= make());
}
