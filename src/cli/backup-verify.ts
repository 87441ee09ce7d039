import { checkBackupMedia } from "../app/backups/check-backup-media.ts";
import { checkBackup } from "../app/check-backup.ts";
import { bytesText } from "./bytes-text.ts";
import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { printResult } from "./print.ts";
import { withProgress } from "./work-progress.ts";

export const backupVerify: Command = {
  name: "backup verify",
  anyUser: true,
  summary: "read a backup to its end and compare it with its digests",
  positionals: [{ name: "FILE", about: "a file that `needledrop backup` wrote" }],
  options: [{ name: "sizes-only", about: "compare media by size instead of reading them" }],
  notes:
    "Needs no data folder and writes nothing. Media of a backup with media are compared with their digests, too. The exit status is 1 if the file cannot be restored by this version, or if media are missing or damaged.",
  async run(invocation) {
    const [file = ""] = invocation.positionals;
    const manifest = await withProgress(invocation.io, { name: "Reading the backup", unit: "bytes" }, (onProgress) =>
      checkBackup(file, onProgress),
    );
    const media = await withProgress(invocation.io, { name: "Reading its media", unit: "bytes" }, (onProgress) =>
      checkBackupMedia(file, invocation.given.has("sizes-only"), onProgress),
    );
    const text = `${file} is complete: ${manifest.files.length} files, written by Needledrop ${manifest.program} on ${manifest.created_at}.\n`;
    const mediaText = media === null ? "" : `Its ${media.files} media are complete, too: ${bytesText(media.bytes)}.\n`;
    await printResult(invocation, { file, media, ...manifest }, text + mediaText);
    return DONE;
  },
};
