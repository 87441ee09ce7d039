import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { keyDocument, keyMissing, keyText } from "./present-key.ts";
import { printResult } from "./print.ts";
import { withData } from "./with-data.ts";

export const keysShow: Command = {
  name: "keys show",
  summary: "show one API key",
  positionals: [{ name: "ID", about: "the key's id, as `keys list` shows it" }],
  options: [{ name: "reveal", about: "also show the webhook secret; the token is not stored" }],
  async run(invocation) {
    const [id = ""] = invocation.positionals;
    const { key, secret } = await withData(invocation, { mayCreate: false }, (core) => {
      const row = core.keys.row(id);
      if (row === null) throw keyMissing(id);
      return { key: core.keys.withPlaylists(row), secret: row.webhookSecret };
    });
    const isRevealed = invocation.given.has("reveal");
    const document = { ...keyDocument(key), ...(isRevealed ? { webhook_secret: secret } : {}) };
    await printResult(invocation, document, keyText(key, isRevealed ? [["Webhook secret", secret]] : []));
    return DONE;
  },
};
