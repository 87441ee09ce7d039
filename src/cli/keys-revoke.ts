import { revokeKey } from "../keys/manage-keys.ts";
import { printable } from "../lib/printable.ts";
import { auditedKeys } from "./audited-keys.ts";
import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { findKey, KEY_POSITIONAL } from "./find-key.ts";
import { keyDocument } from "./present-key.ts";
import { printResult } from "./print.ts";
import { withData } from "./with-data.ts";

export const keysRevoke: Command = {
  name: "keys revoke",
  summary: "revoke an API key; its token and the links signed for it stop working",
  positionals: [KEY_POSITIONAL],
  options: [],
  notes: "This cannot be undone; create a new key instead. A running server applies the change within 5 seconds.",
  async run(invocation) {
    const [idOrName = ""] = invocation.positionals;
    const key = await withData(invocation, { mayCreate: false }, async (core) => {
      const found = await findKey(core, idOrName);
      return (await revokeKey(auditedKeys(core, invocation), found.id)) ?? found;
    });
    await printResult(invocation, keyDocument(key), `Revoked ${printable(key.name)} (${key.id}).\n`);
    return DONE;
  },
};
