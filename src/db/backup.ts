import { createReadStream, createWriteStream, statSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { type Pack, pack } from "tar-stream";
import { randomId } from "../lib/ids.ts";
import type { OnProgress } from "../lib/on-progress.ts";
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

export interface BackupWatchers {
  /** Receives the path of the temporary file before it is created. */
  readonly onPartial: (path: string) => Promise<void>;
  /** Receives the bytes that were read: every file is read twice. */
  readonly onProgress?: OnProgress | undefined;
}

/**
 * Writes members as one tar, the manifest first. It writes a temporary file, syncs it and renames it, so that `destination`
 * is a complete backup or unchanged. Only the owner can read it, because it contains secrets.
 */
export async function writeBackup(
  destination: string,
  members: readonly BackupMember[],
  about: Omit<BackupManifest, "files">,
  { onPartial, onProgress }: BackupWatchers,
): Promise<BackupManifest> {
  const files: BackupFile[] = [];
  const total = 2 * members.reduce((sum, { path }) => sum + statSync(path).size, 0);
  let done = 0;
  const onBytes = (count: number): void => onProgress?.((done += count), total);
  for (const member of members) files.push(await describe(member, onBytes));
  const manifest = { ...about, files };
  const aside = `${destination}.${randomId()}${PARTIAL_SUFFIX}`;
  await onPartial(aside);
  try {
    const tar = pack();
    const written = pipeline(tar, createWriteStream(aside, { flags: "wx", mode: PRIVATE_MODE }));
    // In parallel, because after a full disk has ended the writing, the packing would wait forever.
    await Promise.all([written, packAll(tar, { manifest, members, onBytes })]);
    await syncPath(aside);
    await rename(aside, destination);
    await syncPath(dirname(destination));
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
  return manifest;
}

type OnBytes = (count: number) => void;

async function describe({ name, path }: BackupMember, onBytes: OnBytes): Promise<BackupFile> {
  const hasher = new Bun.CryptoHasher("sha256");
  for await (const chunk of Bun.file(path).stream()) {
    hasher.update(chunk);
    onBytes(chunk.byteLength);
  }
  return { name, size: statSync(path).size, sha256: hasher.digest("hex") };
}

interface Packing {
  readonly manifest: BackupManifest;
  readonly members: readonly BackupMember[];
  readonly onBytes: OnBytes;
}

async function packAll(tar: Pack, { manifest, members, onBytes }: Packing): Promise<void> {
  const mtime = new Date(manifest.created_at);
  tar.entry({ name: MANIFEST_NAME, mode: PRIVATE_MODE, mtime }, `${JSON.stringify(manifest, null, 2)}\n`);
  for (const [index, { name, path }] of members.entries()) {
    const entry = tar.entry({ name, size: manifest.files[index]?.size ?? 0, mode: PRIVATE_MODE, mtime });
    await pipeline(counted(createReadStream(path), onBytes), entry);
  }
  tar.finalize();
}

async function* counted(content: AsyncIterable<Uint8Array>, onBytes: OnBytes): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    onBytes(chunk.length);
    yield chunk;
  }
}
