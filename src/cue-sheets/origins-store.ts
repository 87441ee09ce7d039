import type { Reading } from "../db/service-db.ts";

const ORIGINS = "SELECT o.ref, o.path FROM json_each(?) w CROSS JOIN media_origins o ON o.ref = w.value";

/** Returns the paths from which media of the store were copied, by ref. */
export function originsOf(db: Reading, refs: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const rows = db.sqlite.query<{ ref: string; path: string }, [string]>(ORIGINS).all(JSON.stringify(refs));
  const paths = new Map<string, string[]>();
  for (const { ref, path } of rows) paths.set(ref, [...(paths.get(ref) ?? []), path]);
  return paths;
}
