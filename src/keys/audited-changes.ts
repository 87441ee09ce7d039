import type { AuditActor, AuditObjects } from "../../schema/wire/audit.ts";
import type { Writing } from "../db/service-db.ts";
import type { Work } from "../db/work.ts";
import type { KeyChange } from "./manage-keys.ts";

/** Records a change of a key in the transaction that changes it. `AuditTrail` implements it. */
export interface KeyAudit {
  recordIn(
    tx: Writing,
    event: {
      readonly actor: AuditActor;
      readonly requestId?: string;
      readonly action: KeyChange["action"];
      readonly objects: AuditObjects;
    },
  ): Work<void>;
}

/** Returns the `onChange` of changes that `by` makes. */
export function auditedChanges(
  audit: KeyAudit,
  by: { readonly actor: AuditActor; readonly requestId?: string },
): (tx: Writing, change: KeyChange) => Work<void> {
  return (tx, { action, keyId, fields }) => {
    const objects = { key: keyId, ...(fields.length === 0 ? {} : { fields: fields.map(shownField) }) };
    return audit.recordIn(tx, { ...by, action, objects });
  };
}

/** The name of a field in `keys show --json`: `hasImages` is `images`, `expiresAt` is `expires_at`. */
function shownField(field: string): string {
  const plain = field === "playlistIds" ? "playlists" : field.replace(/^has/, "");
  return plain.replaceAll(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}
