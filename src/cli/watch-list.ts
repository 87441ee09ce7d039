import { watchFoldersOf } from "../catalog/watch/watch-store.ts";
import { printable } from "../lib/printable.ts";
import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { isoTime, printList, timeText } from "./print.ts";
import { withData } from "./with-data.ts";

export const watchList: Command = {
  name: "watch list",
  summary: "list the watched folders with what their last look found",
  positionals: [],
  options: [],
  notes: "A running server watches the folders of NEEDLEDROP_WATCH. Folders that were watched before are listed too.",
  async run(invocation) {
    const folders = await withData(invocation, { mayCreate: false }, ({ db }) => db.read(watchFoldersOf(db)));
    await printList(
      invocation,
      folders.map(({ folder, state, detail, since, importedAt, held }) => ({
        folder,
        state,
        detail,
        since: isoTime(since),
        imported_at: importedAt === null ? null : isoTime(importedAt),
        held,
      })),
      {
        header: ["FOLDER", "STATE", "SINCE (UTC)", "IMPORTED (UTC)", "DETAIL"],
        rows: folders.map((one) => [
          printable(one.folder),
          one.state,
          timeText(one.since),
          one.importedAt === null ? "" : timeText(one.importedAt),
          printable(one.detail),
        ]),
        whenEmpty: "No folder has been watched yet; set NEEDLEDROP_WATCH for the server.",
      },
    );
    return DONE;
  },
};
