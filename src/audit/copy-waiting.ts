import type { CopyConnection } from "../db/copy/copy-connection.ts";
import { appendWaiting } from "./append-store.ts";
import { LIST_WAITING } from "./waiting-store.ts";

const BATCH = 100;

/** Appends the events that wait in a database to the trail of its copy, in which the chain is already. */
export async function copyWaiting(from: CopyConnection, to: CopyConnection): Promise<void> {
  if (from.engine === "sqlite") return;
  for (let after = 0; ;) {
    const found = await from.rows(LIST_WAITING, [after, BATCH]);
    const last = found.at(-1);
    if (last === undefined) return;
    const entries = found.map(({ at, keyId, entry }) => ({
      at: Number(at),
      keyId: keyId === null ? null : String(keyId),
      entry: String(entry),
    }));
    await to.write((tx) => appendWaiting(tx, entries));
    after = Number(last["id"]);
  }
}
