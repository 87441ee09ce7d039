import type { AuditEvent } from "../audit/audit-event.ts";
import type { AuditTrail } from "../audit/audit-trail.ts";
import type { ServiceDb, Writing } from "../db/service-db.ts";
import type { Work } from "../db/work.ts";
import type { Originals } from "./originals.ts";
import { deleteAsset } from "./store.ts";

export interface AssetRemoval {
  readonly db: ServiceDb;
  readonly originals: Pick<Originals, "remove">;
  readonly audit: AuditTrail;
  /** Runs in the transaction that removes the asset. */
  readonly onEnded: (tx: Writing, assetId: string) => Work<unknown>;
}

/** Removes a key's asset with its analysis and original. Returns false if the key has no such asset. The upload still counts towards the quota. */
export async function removeAsset(
  by: Pick<AuditEvent, "actor" | "requestId">,
  { keyId, id }: { readonly keyId: string; readonly id: string },
  removal: AssetRemoval,
): Promise<boolean> {
  const isRemoved = await removal.db.write(function* (tx) {
    const removed = yield* deleteAsset(tx, keyId, id);
    if (removed) {
      yield* removal.onEnded(tx, id);
      yield* removal.audit.recordIn(tx, { ...by, action: "asset.deleted", objects: { asset: id } });
    }
    return removed;
  });
  if (isRemoved) await removal.originals.remove(id);
  return isRemoved;
}
