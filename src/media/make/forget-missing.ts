import { stat } from "node:fs/promises";
import type { ServiceDb } from "../../db/service-db.ts";
import { yieldToEventLoop } from "../../lib/yield-to-event-loop.ts";
import type { MediaStore } from "../store/media-store.ts";
import { RefSet } from "../store/ref-set.ts";
import { deleteMade, madeAfter, type MadeRow } from "../store/sweep-store.ts";

const ROW_BATCH = 1_000;

/** Deletes the rows of generated files that are not in their store, for example because an operator has deleted the folder. */
export async function forgetMissing(
  db: ServiceDb,
  store: Pick<MediaStore, "objects" | "pathOf">,
  signal: AbortSignal,
): Promise<void> {
  const present = new RefSet();
  for await (const refs of store.objects()) for (const ref of refs) present.add(ref);
  for (let after: MadeRow | null = null; ;) {
    const rows: readonly MadeRow[] = await db.read(madeAfter(db, after, ROW_BATCH));
    after = rows.at(-1) ?? null;
    if (after === null) return;
    const missing: MadeRow[] = [];
    for (const row of rows) {
      // A file can be newer than the list.
      if (row.ref !== null && !present.has(row.ref) && !(await isFile(store.pathOf(row.ref)))) missing.push(row);
    }
    if (missing.length > 0) await db.write((tx) => deleteMade(tx, missing));
    await yieldToEventLoop(signal);
  }
}

async function isFile(path: string | null): Promise<boolean> {
  return path !== null && (await stat(path).catch(() => null)) !== null;
}
