import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { findKey, KEY_POSITIONAL } from "./find-key.ts";
import { keyDocument, keyText } from "./present-key.ts";
import { printResult } from "./print.ts";
import { withData } from "./with-data.ts";

export const keysShow: Command = {
  name: "keys show",
  summary: "show one API key",
  positionals: [KEY_POSITIONAL],
  options: [{ name: "reveal", about: "also show the webhook secret; the token is not stored" }],
  async run(invocation) {
    const [idOrName = ""] = invocation.positionals;
    const { key, secret } = await withData(invocation, { mayCreate: false }, async (core) => {
      const found = await findKey(core, idOrName);
      return { key: found, secret: (await core.db.read(core.keys.row(found.id)))?.webhookSecret ?? "" };
    });
    const isRevealed = invocation.given.has("reveal");
    const document = { ...keyDocument(key), ...(isRevealed ? { webhook_secret: secret } : {}) };
    await printResult(invocation, document, keyText(key, isRevealed ? [["Webhook secret", secret]] : []));
    return DONE;
  },
};
