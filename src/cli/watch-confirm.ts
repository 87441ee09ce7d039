import { resolve } from "node:path";
import { confirmHeld, watchFolder } from "../catalog/watch/watch-store.ts";
import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { printResult } from "./print.ts";
import { withData } from "./with-data.ts";

export const watchConfirm: Command = {
  name: "watch confirm",
  summary: "let a watched folder retire more than a tenth of its songs, once",
  positionals: [{ name: "FOLDER", about: "a folder that `needledrop watch list` shows as held" }],
  options: [],
  notes: `When more than a tenth of a folder's songs disappeared, none is retired until this command allows it. The server then
retires them at its next look, unless the files are back, or more songs are gone than this command showed.`,
  async run(invocation) {
    const [path = ""] = invocation.positionals;
    const folder = resolve(path);
    const songs = await withData(invocation, { mayCreate: false }, ({ db }) =>
      db.write(function* (tx) {
        const found = yield* watchFolder(tx, folder);
        if (found === null) throw new Error(`${folder} is not watched; \`needledrop watch list\` lists the folders.`);
        if (found.held === 0) throw new Error(`No song of ${folder} waits for a confirmation.`);
        yield* confirmHeld(tx, folder, found.held);
        return found.held;
      }),
    );
    const text = `A running server retires ${songs} songs of ${folder} at its next look.\n`;
    await printResult(invocation, { folder, songs }, text);
    return DONE;
  },
};
