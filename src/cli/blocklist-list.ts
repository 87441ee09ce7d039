import { readBlocklist } from "../assets/blocklist-file.ts";
import { blocklistPaths } from "../assets/blocklist-text.ts";
import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { printList } from "./print.ts";
import { configFor } from "./with-data.ts";

export const blocklistList: Command = {
  name: "blocklist list",
  summary: "list the blocked hashes and the file that each is in",
  positionals: [],
  options: [],
  async run(invocation) {
    const rows: { readonly hash: string; readonly note: string; readonly file: string }[] = [];
    for (const file of blocklistPaths(configFor(invocation))) {
      for (const entry of await readBlocklist(file)) rows.push({ ...entry, file });
    }
    await printList(invocation, rows, {
      header: ["HASH", "NOTE", "FILE"],
      rows: rows.map(({ hash, note, file }) => [hash, note, file]),
      whenEmpty: "Nothing is blocked.",
    });
    return DONE;
  },
};
