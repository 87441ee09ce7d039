import { catalogChanges } from "../catalog/history-store.ts";
import { printable } from "../lib/printable.ts";
import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { isoTime, printList, timeText } from "./print.ts";
import { withData } from "./with-data.ts";

export const history: Command = {
  name: "history",
  summary: "list the changes of the catalog, the newest first",
  positionals: [],
  options: [],
  notes: "The last thousand changes are kept: imports, those of watched folders, `import --undo` and `songs remove`.",
  async run(invocation) {
    const changes = await withData(invocation, { mayCreate: false }, ({ db }) => db.read(catalogChanges(db)));
    await printList(
      invocation,
      changes.map(({ at, ...change }) => ({ at: isoTime(at), ...change })),
      {
        header: ["TIME (UTC)", "SOURCE", "ADDED", "UPDATED", "RETIRED", "SONGS", "VERSION", "PATHS"],
        rows: changes.map((change) => [
          timeText(change.at),
          change.source,
          ...[change.added, change.updated, change.retired, change.songs].map(String),
          change.version,
          printable(change.subject),
        ]),
        whenEmpty: "The catalog has not changed yet.",
        alignRight: [2, 3, 4, 5],
      },
    );
    return DONE;
  },
};
