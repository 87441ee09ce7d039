import { checkBackup } from "../app/check-backup.ts";
import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { printResult } from "./print.ts";

export const backupVerify: Command = {
  name: "backup verify",
  anyUser: true,
  summary: "read a backup to its end and compare it with its digests",
  positionals: [{ name: "FILE", about: "a file that `needledrop backup` wrote" }],
  options: [],
  notes:
    "Needs no data folder and writes nothing. The exit status is 1 if the file cannot be restored by this version.",
  async run(invocation) {
    const [file = ""] = invocation.positionals;
    const manifest = await checkBackup(file);
    const text = `${file} is complete: ${manifest.files.length} files, written by Needledrop ${manifest.program} on ${manifest.created_at}.\n`;
    await printResult(invocation, { file, ...manifest }, text);
    return DONE;
  },
};
