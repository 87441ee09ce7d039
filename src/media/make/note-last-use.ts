import type { ServiceDb } from "../../db/service-db.ts";
import { type Clock, HOUR_MS } from "../../lib/clock.ts";
import { type MadeKey, noteUse } from "./store.ts";

/** A player asks for a file in many ranges. */
const NOTED_EVERY_MS = HOUR_MS;

/** Notes the use of a file that can be forgotten, at most once an hour. `notedAt` is the time that its row has. */
export async function noteLastUse(
  { db, clock }: { readonly db: ServiceDb; readonly clock: Clock },
  key: MadeKey,
  notedAt: number,
): Promise<void> {
  const now = clock.now();
  if ((key.kind !== "cut" && key.kind !== "imprinted") || now - notedAt < NOTED_EVERY_MS) return;
  try {
    await db.write((tx) => noteUse(tx, key, now));
  } catch {
    // A file can be served while nothing can be written.
  }
}
