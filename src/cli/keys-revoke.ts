import { revokeKey } from "../keys/manage-keys.ts";
import { printable } from "../lib/printable.ts";
import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { keyDocument, keyMissing } from "./present-key.ts";
import { printResult } from "./print.ts";
import { withData } from "./with-data.ts";

export const keysRevoke: Command = {
  name: "keys revoke",
  summary: "revoke an API key; its token and the links signed for it stop working",
  positionals: [{ name: "ID", about: "the key's id, as `keys list` shows it" }],
  options: [],
  notes: "This cannot be undone; create a new key instead. A running server applies the change within 5 seconds.",
  async run(invocation) {
    const [id = ""] = invocation.positionals;
    const key = await withData(invocation, { mayCreate: false }, (core) => revokeKey(core, id));
    if (key === null) throw keyMissing(id);
    await printResult(invocation, keyDocument(key), `Revoked ${printable(key.name)} (${key.id}).\n`);
    return DONE;
  },
};
