import type { ServiceDb, Writing } from "../db/service-db.ts";
import { deleteAsset } from "./store.ts";
import type { UploadFolder } from "./upload-folder.ts";

/** Removes a key's asset with its analysis and original. False when the key has none with this id. Quotas stay used. */
export async function removeAsset(
  keyId: string,
  id: string,
  parts: {
    readonly db: ServiceDb;
    readonly folder: UploadFolder;
    readonly onEnded: (tx: Writing, assetId: string) => void;
  },
): Promise<boolean> {
  const isRemoved = parts.db.transaction((tx) => {
    const removed = deleteAsset(tx, keyId, id);
    if (removed) parts.onEnded(tx, id);
    return removed;
  });
  if (isRemoved) await parts.folder.removeOriginal(id);
  return isRemoved;
}
