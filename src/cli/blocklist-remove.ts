import { existsSync } from "node:fs";
import { readBlocklist, removeFromBlocklist } from "../assets/blocklist-file.ts";
import { blocklistPaths, normaliseHash, ownBlocklist } from "../assets/blocklist-text.ts";
import { recordBlocklist } from "./record-blocklist.ts";
import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { printResult } from "./print.ts";
import { UsageError } from "./usage-error.ts";
import { configFor } from "./with-data.ts";

export const blocklistRemove: Command = {
  name: "blocklist remove",
  summary: "remove a hash from the blocklist",
  positionals: [{ name: "HASH", about: "the hash, as `blocklist list` shows it" }],
  options: [],
  notes: "Uploads that it blocked stay blocked. A running server applies the change immediately.",
  async run(invocation) {
    const [text = ""] = invocation.positionals;
    const hash = normaliseHash(text);
    if (hash === null) {
      throw new UsageError(`blocklist remove: expected 16 or 64 hexadecimal digits, got ${JSON.stringify(text)}.`);
    }
    const config = configFor(invocation);
    const own = ownBlocklist(config.dataDir);
    // Nothing is removed from a file that does not exist, so the command does not begin a data folder.
    const removed = existsSync(own)
      ? await recordBlocklist(invocation, {
          action: "blocklist.removed",
          apply: async () => ((await removeFromBlocklist(own, hash)) ? [hash] : []),
        })
      : [];
    for (const path of blocklistPaths(config)) {
      if (!(await readBlocklist(path)).some((entry) => entry.hash === hash)) continue;
      throw new Error(`${hash} is in ${path}, which only you edit: delete its line there.`);
    }
    if (removed.length === 0) throw new Error(`${hash} is not on the list; \`needledrop blocklist list\` shows it.`);
    await printResult(invocation, { removed: hash }, `${hash} is no longer blocked.\n`);
    return DONE;
  },
};
