import { explainingStorage } from "../app/explain-storage.ts";
import { restoreData } from "../app/restore-data.ts";
import { systemClock } from "../lib/clock.ts";
import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { printResult } from "./print.ts";
import { configFor } from "./with-data.ts";

export const restore: Command = {
  name: "restore",
  summary: "restore the data folder from a backup",
  positionals: [{ name: "FILE", about: "a file that `needledrop backup` wrote" }],
  options: [{ name: "force", about: "replace the contents of the data folder" }],
  notes: `The complete backup is checked before anything is replaced. Stop the server first. When it starts again, it sends the
webhooks that were pending when the backup was made.`,
  async run(invocation) {
    const { given, positionals } = invocation;
    const [backup = ""] = positionals;
    const { dataDir } = configFor(invocation);
    const manifest = await explainingStorage(dataDir, () =>
      restoreData({ backup, dataDir, force: given.has("force"), clock: systemClock }),
    );
    const text = `Restored ${dataDir} from the backup of ${manifest.created_at} (Needledrop ${manifest.program}).\n`;
    await printResult(invocation, { data: dataDir, ...manifest }, text);
    return DONE;
  },
};
