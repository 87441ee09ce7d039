/** Computes a value on first use and caches it. For constants that are too costly to compute at import. */
export function once<Value extends object>(compute: () => Value): () => Value {
  let cached: Value | null = null;
  return () => (cached ??= compute());
}
