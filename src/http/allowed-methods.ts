/** A route as Elysia lists it: `/v1/songs/:id`. */
export interface KnownRoute {
  readonly method: string;
  readonly path: string;
}

/** Returns the methods that a path supports, for `Allow`; empty for an unknown path. */
export function methodsAt(routes: readonly KnownRoute[], path: string): readonly string[] {
  const segments = segmentsOf(path);
  const methods = new Set(routes.filter((route) => isAt(segments, route.path)).map((route) => route.method));
  if (methods.size === 0) return [];
  if (methods.has("GET")) methods.add("HEAD");
  return [...methods.add("OPTIONS")].toSorted();
}

function isAt(segments: readonly string[], pattern: string): boolean {
  const expected = segmentsOf(pattern);
  const fits = (part: string, index: number): boolean =>
    part.startsWith(":") ? segments[index] !== "" : part === segments[index];
  return expected.length === segments.length && expected.every(fits);
}

/** Ignores a slash at the end, as the router does. */
function segmentsOf(path: string): readonly string[] {
  return path.replace(/(?<=.)\/$/, "").split("/");
}
