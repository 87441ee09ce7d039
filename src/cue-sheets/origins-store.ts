import { textsOf } from "../db/engine-sql.ts";
import type { Reading } from "../db/service-db.ts";
import { rows, type Work } from "../db/work.ts";

const ORIGINS = textsOf(
  ({ texts, lookUp }) => `SELECT o.ref, o.path FROM ${texts("?")} ${lookUp} media_origins o ON o.ref = w.value`,
);

/** Returns the paths from which media of the store were copied, by ref. */
export function* originsOf(reading: Reading, refs: readonly string[]): Work<ReadonlyMap<string, readonly string[]>> {
  const found = yield* rows<{ readonly ref: string; readonly path: string }>(reading, ORIGINS, JSON.stringify(refs));
  const paths = new Map<string, string[]>();
  for (const { ref, path } of found) paths.set(ref, [...(paths.get(ref) ?? []), path]);
  return paths;
}
