import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { accessText, endText, keyDocument } from "./present-key.ts";
import { printList, timeText } from "./print.ts";
import { withData } from "./with-data.ts";

export const keysList: Command = {
  name: "keys list",
  summary: "list the API keys",
  positionals: [],
  options: [],
  async run(invocation) {
    const { keys, now } = await withData(invocation, { mayCreate: false }, async (core) => ({
      keys: await core.db.read(core.keys.list()),
      now: core.clock.now(),
    }));
    const rows = keys.map((key) => [
      key.id,
      key.name,
      key.mode,
      accessText(key),
      String(key.rate),
      timeText(key.createdAt),
      timeText(key.lastUsedAt),
      endText(key, now),
    ]);
    await printList(invocation, keys.map(keyDocument), {
      header: ["ID", "NAME", "MODE", "ACCESS", "RATE", "CREATED (UTC)", "LAST USED (UTC)", "ENDS (UTC)"],
      rows,
      whenEmpty: "There are no keys yet; `needledrop keys create --name NAME` creates one.",
      alignRight: [4],
    });
    return DONE;
  },
};
