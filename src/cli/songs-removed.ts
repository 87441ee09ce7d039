import { removedSongs } from "../catalog/removed-songs-store.ts";
import { printable } from "../lib/printable.ts";
import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { isoTime, printList, timeText } from "./print.ts";
import { withData } from "./with-data.ts";

export const songsRemoved: Command = {
  name: "songs removed",
  summary: "list the songs that were taken down",
  positionals: [],
  options: [],
  async run(invocation) {
    const songs = await withData(invocation, { mayCreate: false }, ({ db }) => db.read(removedSongs(db)));
    await printList(
      invocation,
      songs.map(({ id, removedAt }) => ({ id, removed_at: isoTime(removedAt) })),
      {
        header: ["ID", "REMOVED"],
        rows: songs.map(({ id, removedAt }) => [printable(id), timeText(removedAt)]),
        whenEmpty: "No song was taken down.",
      },
    );
    return DONE;
  },
};
