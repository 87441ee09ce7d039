import { listed } from "../audit/audit-event.ts";
import { ImportFailure } from "../catalog/import/failure.ts";
import { type Restoration, restoreSongs } from "../catalog/import/remove-songs.ts";
import { commandActor } from "./command-actor.ts";
import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { printResult } from "./print.ts";
import { withData } from "./with-data.ts";

export const songsRestore: Command = {
  name: "songs restore",
  summary: "let imports bring removed songs back",
  positionals: [{ name: "ID", about: "the id of a removed song, as `songs removed` shows it", isRepeated: true }],
  options: [],
  notes: "The songs return with the next import of a dump that has them.",
  async run(invocation) {
    const { io, positionals } = invocation;
    await withData(invocation, { mayCreate: false }, async ({ db, audit }) => {
      const event = {
        actor: commandActor(io),
        action: "songs.restored",
        objects: listed("songs", positionals),
      } as const;
      const restoration = { serviceDb: db, onRestored: (tx) => audit.recordIn(tx, event) } satisfies Restoration;
      const unknown = await restoreSongs(restoration, positionals);
      if (unknown.length === 0) return;
      const names = unknown.join(", ");
      throw new ImportFailure(`Not removed: ${names}. \`needledrop songs removed\` lists the removed songs.`);
    });
    const which = positionals.length === 1 ? "The song returns" : "The songs return";
    await printResult(invocation, { restored: positionals }, `${which} with the next import of its dump.\n`);
    return DONE;
  },
};
