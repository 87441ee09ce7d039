import { removeIn } from "../app/change-catalog.ts";
import { printable } from "../lib/printable.ts";
import { commandActor } from "./command-actor.ts";
import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { printResult } from "./print.ts";
import { withData } from "./with-data.ts";

export const songsRemove: Command = {
  name: "songs remove",
  summary: "take songs down at once and for good",
  positionals: [{ name: "ID", about: "the id of a song, as in searches and dumps", isRepeated: true }],
  options: [],
  notes: `A running server hides the songs within 5 seconds, also in stored results and behind signed links. The catalog is rewritten
without them, and imports skip them until \`needledrop songs restore\`. If one of the ids is unknown, nothing is removed.`,
  async run(invocation) {
    const { io, positionals } = invocation;
    const { removed, generation } = await withData(invocation, { mayCreate: false }, (core) =>
      removeIn(core, { actor: commandActor(io) }, positionals),
    );
    const lines = removed.map(({ id, title }) => `Removed ${printable(title === "" ? id : `${title} (${id})`)}.\n`);
    const state =
      generation === null
        ? "An import is running. The songs are hidden; that import or the next one takes them out of the index.\n"
        : `The catalog version is now ${generation.version}, with ${generation.songs} songs.\n`;
    const document = { removed, generation: generation?.number ?? null, version: generation?.version ?? null };
    await printResult(invocation, document, lines.join("") + state);
    return DONE;
  },
};
