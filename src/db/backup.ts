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
/** Suffix of the name of an unfinished backup. */
export const PARTIAL_SUFFIX = ".partial";

/** A file to back up. It must not change during the backup. */
export interface BackupMember {
  /** Its name in the backup, relative to the data folder. */
  readonly name: string;
  readonly path: string;
}

/** Copies the current state of a database into a new file. Other connections can write meanwhile. */
export function snapshotDatabase(sqlite: Database, path: string): void {
  sqlite.run("VACUUM INTO ?", [path]);
  chmodSync(path, PRIVATE_MODE);
}

/**
 * Writes members as one tar, the manifest first. It writes a temporary file, syncs it and renames it, so that `destination`
 * is a complete backup or unchanged. Only the owner can read it, because it contains secrets. `onPartial` receives the path
 * of the temporary file before it is created.
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
    // In parallel, because after a full disk has ended the writing, the packing would wait forever.
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
