import type { Database } from "bun:sqlite";
import { chmodSync, createReadStream, createWriteStream, statSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { type Pack, pack } from "tar-stream";
import { randomId } from "../lib/ids.ts";
import { syncPath } from "../lib/sync-path.ts";
import { type BackupFile, type BackupManifest, MANIFEST_NAME } from "./backup-manifest.ts";

const PRIVATE_MODE = 0o600;
/** Ends the name of a backup that is being written. */
export const PARTIAL_SUFFIX = ".partial";

/** A file to back up. It must not change any more. */
export interface BackupMember {
  /** Its name in the backup, relative to the data folder. */
  readonly name: string;
  readonly path: string;
}

/** Copies a database into a new file as it stands at this moment; others go on writing meanwhile. */
export function snapshotDatabase(sqlite: Database, path: string): void {
  sqlite.run("VACUUM INTO ?", [path]);
  chmodSync(path, PRIVATE_MODE);
}

/**
 * Writes members as one tar, the manifest first: aside, fsynced, then renamed, so that `destination` is a whole
 * backup or what it was before. Readable by its owner only, since it holds secrets. `onPartial` receives the path of the file
 * aside before it is made.
 */
export async function writeBackup(
  destination: string,
  members: readonly BackupMember[],
  about: Omit<BackupManifest, "files">,
  onPartial: (path: string) => Promise<void>,
): Promise<BackupManifest> {
  const files: BackupFile[] = [];
  for (const member of members) files.push(await describe(member));
  const manifest = { ...about, files };
  const aside = `${destination}.${randomId()}${PARTIAL_SUFFIX}`;
  await onPartial(aside);
  try {
    const tar = pack();
    const written = pipeline(tar, createWriteStream(aside, { flags: "wx", mode: PRIVATE_MODE }));
    // Together, because a full disk ends the writing while the packing still waits to be read.
    await Promise.all([written, packAll(tar, manifest, members)]);
    await syncPath(aside);
    await rename(aside, destination);
    await syncPath(dirname(destination));
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
  return manifest;
}

async function describe({ name, path }: BackupMember): Promise<BackupFile> {
  const hasher = new Bun.CryptoHasher("sha256");
  for await (const chunk of Bun.file(path).stream()) hasher.update(chunk);
  return { name, size: statSync(path).size, sha256: hasher.digest("hex") };
}

async function packAll(tar: Pack, manifest: BackupManifest, members: readonly BackupMember[]): Promise<void> {
  const mtime = new Date(manifest.created_at);
  tar.entry({ name: MANIFEST_NAME, mode: PRIVATE_MODE, mtime }, `${JSON.stringify(manifest, null, 2)}\n`);
  for (const [index, { name, path }] of members.entries()) {
    const entry = tar.entry({ name, size: manifest.files[index]?.size ?? 0, mode: PRIVATE_MODE, mtime });
    await pipeline(createReadStream(path), entry);
  }
  tar.finalize();
}
