import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { accessText, keyDocument } from "./present-key.ts";
import { printList, timeText } from "./print.ts";
import { withData } from "./with-data.ts";

export const keysList: Command = {
  name: "keys list",
  summary: "list the API keys",
  positionals: [],
  options: [],
  async run(invocation) {
    const keys = await withData(invocation, { mayCreate: false }, (core) => core.keys.list());
    const rows = keys.map((key) => [
      key.id,
      key.name,
      key.mode,
      accessText(key),
      String(key.rate),
      timeText(key.createdAt),
      key.revokedAt === null ? "" : `revoked ${timeText(key.revokedAt)}`,
    ]);
    await printList(invocation, keys.map(keyDocument), {
      header: ["ID", "NAME", "MODE", "ACCESS", "RATE", "CREATED (UTC)", ""],
      rows,
      whenEmpty: "There are no keys yet; `needledrop keys create --name NAME` creates one.",
      alignRight: [4],
    });
    return DONE;
  },
};
