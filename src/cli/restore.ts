import { explainingStorage } from "../app/explain-storage.ts";
import { restoreData } from "../app/restore-data.ts";
import { systemClock } from "../lib/clock.ts";
import { bytesText } from "./bytes-text.ts";
import { commandActor } from "./command-actor.ts";
import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { printResult } from "./print.ts";
import { UsageError } from "./usage-error.ts";
import { configFor } from "./with-data.ts";
import { withProgress } from "./work-progress.ts";

export const restore: Command = {
  name: "restore",
  summary: "restore the data folder from a backup",
  positionals: [{ name: "FILE", about: "a file that `needledrop backup` wrote" }],
  options: [
    { name: "force", about: "replace the contents of the data folder" },
    { name: "no-media", about: "do not copy the media of a backup with media" },
  ],
  notes: `The complete backup is checked before anything is replaced. Media that the data folder lacks are copied from
needledrop-media/ next to a backup with media; if some are missing there, nothing is restored. Stop the server first. When it starts again, it sends the
webhooks that were pending when the backup was made.`,
  async run(invocation) {
    const { given, positionals } = invocation;
    const [backup = ""] = positionals;
    const { dataDir, store, database } = configFor(invocation);
    if (database !== null) {
      throw new UsageError(
        "restore: a backup contains a database for SQLite, and NEEDLEDROP_DATABASE is set. Unset it for this command. Then `needledrop database copy` moves the restored database to an empty one on PostgreSQL.",
        "restore",
      );
    }
    const { manifest, media } = await explainingStorage(dataDir, () =>
      withProgress(invocation.io, { name: "Restoring", unit: "bytes" }, (onProgress) =>
        restoreData({
          backup,
          dataDir,
          force: given.has("force"),
          // They belong in the store, and `store copy` uploads them.
          withMedia: store === null && !given.has("no-media"),
          clock: systemClock,
          onProgress,
          actor: commandActor(invocation.io),
        }),
      ),
    );
    const text = `Restored ${dataDir} from the backup of ${manifest.created_at} (Needledrop ${manifest.program}).\n`;
    const copied = media.files === 0 ? "" : `Copied ${media.files} media into it, ${bytesText(media.bytes)}.\n`;
    await printResult(invocation, { data: dataDir, media, ...manifest }, text + copied);
    return DONE;
  },
};
