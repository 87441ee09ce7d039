import type { Core } from "../app/core.ts";
import type { KeyDeps } from "../keys/manage-keys.ts";
import { commandActor } from "./command-actor.ts";
import type { Invocation } from "./command.ts";

/** What commands that change keys need. Each change is recorded in the audit trail, in its own transaction. */
export function auditedKeys(core: Core, { io }: Invocation): KeyDeps {
  const actor = commandActor(io);
  return {
    ...core,
    onChange: (tx, { action, keyId, fields }) => {
      const objects = { key: keyId, ...(fields.length === 0 ? {} : { fields: fields.map(shownField) }) };
      core.audit.recordIn(tx, { actor, action, objects });
    },
  };
}

/** The name of a field in `keys show --json`: `hasImages` is `images`, `expiresAt` is `expires_at`. */
function shownField(field: string): string {
  const plain = field === "playlistIds" ? "playlists" : field.replace(/^has/, "");
  return plain.replaceAll(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}
