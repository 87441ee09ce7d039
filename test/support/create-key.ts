import type { ServiceDb } from "../../src/db/service-db.ts";
import { runNow } from "../../src/db/work.ts";
import { type CreatedKey, createKeyIn, type KeyChangeDeps, type KeyOptions } from "../../src/keys/manage-keys.ts";
import { writeNow } from "./write-now.ts";

/** Creates a key at once. */
export function createKey(
  { db, ...deps }: KeyChangeDeps & { readonly db: ServiceDb },
  options: KeyOptions & { readonly name: string },
): CreatedKey {
  return writeNow(db, (tx) => runNow(createKeyIn(tx, deps, options)));
}
