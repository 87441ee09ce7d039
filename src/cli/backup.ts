import { existsSync } from "node:fs";
import { join } from "node:path";
import { backUpData } from "../app/backup-data.ts";
import type { AuditActor } from "../../schema/wire/audit.ts";
import type { MediaBackedUp } from "../app/backups/back-up-media.ts";
import { NO_FILES } from "../app/backups/file-count.ts";
import { countLeftOut, type LeftOut } from "../app/backups/left-out.ts";
import { SERVER } from "../audit/audit-event.ts";
import { MEDIA_FOLDER } from "../media/store/media-store.ts";
import { programVersion } from "../native/version.ts";
import { bytesText } from "./bytes-text.ts";
import { commandActor } from "./command-actor.ts";
import type { Command, Invocation } from "./command.ts";
import { DONE, type ExitStatus } from "./exit-status.ts";
import { printResult } from "./print.ts";
import { UsageError } from "./usage-error.ts";
import { configFor, withData } from "./with-data.ts";
import { withProgress } from "./work-progress.ts";

export const backup: Command = {
  name: "backup",
  summary: "write the databases and the current catalog into one file; a server can be running",
  positionals: [{ name: "FILE", about: "the file to write; replaces an earlier backup of that name" }],
  options: [{ name: "media", about: "also copy the media of the catalog to needledrop-media/ next to FILE" }],
  notes: `The backup contains keys, searches, deliveries, jobs, the ledger, settings, the current catalog with its index,
and the admin token. It contains secrets, so only its owner can read it. With --media, the imported media of the catalog are
copied to needledrop-media/ next to FILE, each once for all backups there, and restore copies them back. Without it, the
originals in media/ in the data folder, which nothing can generate again, are not backed up: copy that folder too, for example
with rsync -a. Uploads, blocklist.txt, vocabulary.jsonl and environment variables are never in it. Media imported in place stay
where they are.`,
  run: (invocation) => writeBackup(invocation, commandActor(invocation.io)),
};

/** The same for the server's backups. The audit trail says that the server has made them. */
export async function backUpForServer(invocation: Invocation): Promise<ExitStatus> {
  return await writeBackup(invocation, SERVER);
}

async function writeBackup(invocation: Invocation, actor: AuditActor): Promise<ExitStatus> {
  const [file = ""] = invocation.positionals;
  const withMedia = invocation.given.has("media");
  const { store } = configFor(invocation);
  if (withMedia && store !== null) {
    throw new UsageError(`--media: the media are in ${store.url}. Copy them with \`needledrop store copy\`.`);
  }
  const { manifest, media, leftOut, dataDir } = await withData(invocation, { mayCreate: false }, async (core) => {
    const written = await withProgress(invocation.io, { name: "Writing the backup", unit: "bytes" }, (onProgress) =>
      backUpData(core, file, programVersion().version, { withMedia, onProgress }),
    );
    const objects = { created_at: written.manifest.created_at };
    await core.audit.record({ actor, action: "backup.written", objects });
    const counted = await countLeftOut(core);
    return {
      ...written,
      leftOut: withMedia ? { ...counted, media: NO_FILES } : counted,
      dataDir: core.config.dataDir,
    };
  });
  const size = manifest.files.reduce((sum, one) => sum + one.size, 0);
  const aboutMedia = withMedia
    ? mediaText(media)
    : store === null
      ? originalsAdvice(dataDir)
      : `The media are in ${store.url} and not in it.\n`;
  const text = `Wrote ${file}: ${manifest.files.length} files, ${bytesText(size)}.\n${leftOutText(leftOut)}${aboutMedia}`;
  const { inPlace, ...others } = leftOut;
  await printResult(invocation, { file, ...manifest, media, left_out: { ...others, in_place: inPlace } }, text);
  return DONE;
}

/** `Not in it: 9 media in the data folder, 1.2 GiB; 2 uploads, 3.0 MiB.` Empty if nothing is left out. */
function leftOutText({ media, inPlace, uploads }: LeftOut): string {
  const parts = [
    { count: media, what: "media in the data folder" },
    { count: inPlace, what: "media in place" },
    { count: uploads, what: "uploads" },
  ].filter(({ count }) => count.files > 0);
  if (parts.length === 0) return "";
  return `Not in it: ${parts.map(({ count, what }) => `${count.files} ${what}, ${bytesText(count.bytes)}`).join("; ")}.\n`;
}

/** `Media: 120 in /backup/needledrop-media, 4.2 GiB; 3 of them copied now, 90.1 MiB.` and the media that could not be read. */
function mediaText(media: MediaBackedUp | null): string {
  if (media === null) return "Media: none, because no catalog was imported.\n";
  const { folder, listed, copied, unreadable } = media;
  const counts = `Media: ${listed.files} in ${folder}, ${bytesText(listed.bytes)}; ${copied.files} of them copied now, ${bytesText(copied.bytes)}.\n`;
  if (unreadable.files === 0) return counts;
  const more = unreadable.files > unreadable.first.length ? ", …" : "";
  return `${counts}${unreadable.files} media of the catalog are not in it: ${unreadable.first.join(", ")}${more}. \`needledrop doctor\` says how to get them back.\n`;
}

/** Says how to copy the originals; empty if the data folder has none. */
function originalsAdvice(dataDir: string): string {
  const folder = join(dataDir, MEDIA_FOLDER);
  if (!existsSync(folder)) return "";
  return `The originals in ${folder} are not in it, and nothing can generate them again. Copy them too: rsync -a --exclude tmp ${folder}/ COPY/\n`;
}
