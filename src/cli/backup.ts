import { backUpData } from "../app/backup-data.ts";
import { programVersion } from "../native/version.ts";
import type { Command } from "./command.ts";
import { DONE } from "./exit-status.ts";
import { printResult } from "./print.ts";
import { withData } from "./with-data.ts";

export const backup: Command = {
  name: "backup",
  summary: "write the databases and the current catalog into one file; a server can be running",
  positionals: [{ name: "FILE", about: "the file to write; replaces an earlier backup of that name" }],
  options: [],
  notes: `The backup contains keys, searches, deliveries, jobs, the ledger, settings, the current catalog with its index,
and the admin token. It contains secrets, so only its owner can read it. It does not contain media, uploads,
blocklist.txt, vocabulary.jsonl or environment variables.`,
  async run(invocation) {
    const [file = ""] = invocation.positionals;
    const manifest = await withData(invocation, { mayCreate: false }, (core) =>
      backUpData(core, file, programVersion().version),
    );
    const size = manifest.files.reduce((sum, one) => sum + one.size, 0);
    const text = `Wrote ${file}: ${manifest.files.length} files, ${bytesText(size)}.\n`;
    await printResult(invocation, { file, ...manifest }, text);
    return DONE;
  },
};

const UNITS = ["bytes", "KiB", "MiB", "GiB", "TiB"] as const;

/** `1.5 GiB`. */
function bytesText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** power;
  return `${power === 0 ? value : value.toFixed(1)} ${UNITS[power] ?? ""}`;
}
