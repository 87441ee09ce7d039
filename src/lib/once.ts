/** A value made at its first use and kept: for constants that are too costly to make at import. */
export function once<Value extends object>(make: () => Value): () => Value {
  let made: Value | null = null;
  return () => (made ??= make());
}
