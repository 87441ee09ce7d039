import type { Core } from "../app/core.ts";
import { auditedChanges } from "../keys/audited-changes.ts";
import type { KeyDeps } from "../keys/manage-keys.ts";
import { commandActor } from "./command-actor.ts";
import type { Invocation } from "./command.ts";

/** What commands that change keys need. Each change is recorded in the audit trail, in its own transaction. */
export function auditedKeys(core: Core, { io }: Invocation): KeyDeps {
  return { ...core, onChange: auditedChanges(core.audit, { actor: commandActor(io) }) };
}
