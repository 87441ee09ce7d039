import { existsSync } from "node:fs";
import { join } from "node:path";
import { backUpData } from "../app/backup-data.ts";
import { MEDIA_FOLDER } from "../media/store/media-store.ts";
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
and the admin token. It contains secrets, so only its owner can read it. It does not contain the originals in media/ in the
data folder, which nothing can generate again: copy that folder too, for example with rsync -a. Uploads, blocklist.txt,
vocabulary.jsonl and environment variables are not in it either. Media imported in place stay where they are.`,
  async run(invocation) {
    const [file = ""] = invocation.positionals;
    const { manifest, advice } = await withData(invocation, { mayCreate: false }, async (core) => ({
      manifest: await backUpData(core, file, programVersion().version),
      advice: originalsAdvice(core.config.dataDir),
    }));
    const size = manifest.files.reduce((sum, one) => sum + one.size, 0);
    const text = `Wrote ${file}: ${manifest.files.length} files, ${bytesText(size)}.\n${advice}`;
    await printResult(invocation, { file, ...manifest }, text);
    return DONE;
  },
};

/** Says how to copy the originals; empty if the data folder has none. */
function originalsAdvice(dataDir: string): string {
  const folder = join(dataDir, MEDIA_FOLDER);
  if (!existsSync(folder)) return "";
  return `The originals in ${folder} are not in it, and nothing can generate them again. Copy them too: rsync -a --exclude tmp ${folder}/ COPY/\n`;
}

const UNITS = ["bytes", "KiB", "MiB", "GiB", "TiB"] as const;

/** `1.5 GiB`. */
function bytesText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** power;
  return `${power === 0 ? value : value.toFixed(1)} ${UNITS[power] ?? ""}`;
}
