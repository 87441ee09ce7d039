import { backUpData } from "../app/backup-data.ts";
import { programVersion } from "../native/version.ts";
import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { printDocument } from "./print.ts";
import { bytesText } from "./size-text.ts";
import { withData } from "./with-data.ts";

export const backup: Command = {
  name: "backup",
  summary: "write everything but the media into one file, also while serving",
  positionals: [{ name: "FILE", about: "the file to write; an earlier backup there is replaced" }],
  options: [],
  notes: `In it: keys, searches, deliveries, jobs, the ledger, settings, the current catalog with its index, and the
admin token. It holds secrets, so only its owner may read it. Not in it: media, which are served from where
they lie, and whatever the environment configures.`,
  async run(invocation) {
    const [file = ""] = invocation.positionals;
    const manifest = await withData(invocation, { mayCreate: false }, (core) =>
      backUpData(core, file, programVersion().version),
    );
    if (invocation.given.has("json")) await printDocument(invocation, { file, ...manifest });
    else {
      const size = manifest.files.reduce((sum, one) => sum + one.size, 0);
      await invocation.io.out.write(`Wrote ${file}: ${manifest.files.length} files, ${bytesText(size)}.\n`);
    }
    return DONE;
  },
};
