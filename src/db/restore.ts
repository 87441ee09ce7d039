import { SQLiteError } from "bun:sqlite";
import { createReadStream, existsSync, statSync } from "node:fs";
import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { type Extract, extract } from "tar-stream";
import { assert, messageOf } from "../lib/assert.ts";
import {
  BACKUP_FORMAT_WITH_MEDIA,
  type BackupFile,
  type BackupManifest,
  MANIFEST_NAME,
  MANIFEST_SIZE_MAX,
  parseManifest,
} from "./backup-manifest.ts";
import type { OnProgress } from "../lib/on-progress.ts";
import { syncPath } from "../lib/sync-path.ts";
import { openWritable } from "./open.ts";
import { KNOWN_SCHEMA } from "./schema-version.ts";
import { errorCode } from "../lib/error-code.ts";

/** The file is not a backup, is incomplete, or cannot be restored by this program. Nothing was changed. */
export class BackupRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "BackupRefused";
  }
}

/** Moves the write-ahead log into its database, so that the file alone is complete. A damaged database stays unchanged. */
export function emptyWriteAheadLog(path: string): void {
  try {
    const database = openWritable(path);
    try {
      database.run("PRAGMA wal_checkpoint(TRUNCATE)");
    } finally {
      database.close();
    }
  } catch (error) {
    // The restore replaces the damaged database next.
    if (!(error instanceof SQLiteError)) throw error;
  }
}

/** Replaces a database. Removes the old write-ahead log first, because SQLite would replay it into the new database. */
export async function replaceDatabase(staged: string, path: string): Promise<void> {
  await syncPath(staged);
  if (existsSync(path)) emptyWriteAheadLog(path);
  for (const suffix of ["-wal", "-shm"]) await rm(path + suffix, { force: true });
  await rename(staged, path);
}

type Entry = Extract extends AsyncIterable<infer One> ? One : never;

/**
 * Reads a complete backup and checks every name, size and digest against its manifest. Writes and syncs the files to
 * `folder` unless it is null. Throws BackupRefused.
 */
export async function readBackup(
  path: string,
  folder: string | null,
  onProgress?: OnProgress,
): Promise<BackupManifest> {
  const tar = extract();
  const file = createReadStream(path);
  const total = statSync(path).size;
  const fed = pipeline(file, tar);
  // A failure also ends the loop below, which reports it.
  fed.catch(() => undefined);
  let manifest: BackupManifest | null = null;
  let expected: BackupFile[] = [];
  try {
    for await (const entry of tar) {
      if (manifest === null) {
        manifest = await readManifest(entry);
        expected = [...manifest.files];
        continue;
      }
      const member = expected.shift();
      if (member === undefined || entry.header.name !== member.name || entry.header.type !== "file") {
        throw new BackupRefused(`${path}: unexpected member ${JSON.stringify(entry.header.name)}.`);
      }
      await readMember(entry, member, { folder, onChunk: () => onProgress?.(file.bytesRead, total) });
    }
    await fed;
  } catch (error) {
    throw readingFailure(error, path);
  }
  if (manifest === null) throw new BackupRefused(`${path} is not a Needledrop backup: it is empty.`);
  const [missing] = expected;
  if (missing !== undefined) throw new BackupRefused(`${path} is incomplete: ${missing.name} is missing.`);
  return manifest;
}

/**
 * Yields the bytes of the first file after the manifest if its name is `name`, else nothing. The rest of the backup is not
 * read. Throws BackupRefused, after the last byte if the digest differs.
 */
export async function* readFirstMember(path: string, name: string): AsyncGenerator<Uint8Array> {
  const tar = extract();
  const fed = pipeline(createReadStream(path), tar);
  // A failure also ends the loop below, which reports it.
  fed.catch(() => undefined);
  let file: BackupFile | null = null;
  try {
    for await (const entry of tar) {
      if (file === null) {
        file = (await readManifest(entry)).files[0] ?? null;
        if (file?.name !== name) return;
        continue;
      }
      if (entry.header.name !== name || entry.header.size !== file.size) throw damaged(file);
      const hasher = new Bun.CryptoHasher("sha256");
      for await (const chunk of bytesOf(entry)) {
        hasher.update(chunk);
        yield chunk;
      }
      if (hasher.digest("hex") !== file.sha256) throw damaged(file);
      return;
    }
  } catch (error) {
    throw readingFailure(error, path);
  }
  throw new BackupRefused(`${path} is incomplete: ${name} is missing.`);
}

/** Returns the error for a backup that cannot be read: errors of this machine unchanged, any other as a BackupRefused. */
function readingFailure(error: unknown, path: string): unknown {
  if (error instanceof BackupRefused || isDiskError(error)) return error;
  return new BackupRefused(`${path} is not a complete Needledrop backup: ${messageOf(error)}.`, { cause: error });
}

async function readManifest(entry: Entry): Promise<BackupManifest> {
  const { name, size } = entry.header;
  if (name !== MANIFEST_NAME || size > MANIFEST_SIZE_MAX) {
    throw new BackupRefused("This file is not a Needledrop backup: it does not begin with a manifest.");
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytesOf(entry)) chunks.push(chunk);
  const manifest = parseManifest(Buffer.concat(chunks).toString("utf8"));
  if (manifest === null) throw new BackupRefused("This backup's manifest cannot be read.");
  const { format, program, schema } = manifest;
  const isNewer =
    format > BACKUP_FORMAT_WITH_MEDIA ||
    schema.service > KNOWN_SCHEMA.service ||
    (schema.catalog ?? 0) > KNOWN_SCHEMA.catalog;
  if (isNewer) {
    throw new BackupRefused(
      `This backup was written by Needledrop ${program}, which is newer. Restore it with that version.`,
    );
  }
  return manifest;
}

interface MemberReading {
  /** Where to write the file; null to only check it. */
  readonly folder: string | null;
  readonly onChunk: () => void;
}

async function readMember(entry: Entry, file: BackupFile, { folder, onChunk }: MemberReading): Promise<void> {
  if (entry.header.size !== file.size) throw damaged(file);
  const hasher = new Bun.CryptoHasher("sha256");
  const output = folder === null ? null : await createBelow(folder, file.name);
  try {
    for await (const chunk of bytesOf(entry)) {
      hasher.update(chunk);
      onChunk();
      if (output !== null) await output.writeFile(chunk);
    }
    await output?.sync();
  } finally {
    await output?.close();
  }
  if (hasher.digest("hex") !== file.sha256) throw damaged(file);
}

function damaged(file: BackupFile): BackupRefused {
  return new BackupRefused(`This backup is damaged: ${file.name} differs from its manifest.`);
}

/** Creates the file of a member. The manifest's schema keeps `name` below `folder`. */
async function createBelow(folder: string, name: string): Promise<FileHandle> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  return open(path, "wx", 0o600);
}

/** Yields the bytes of a member. The library's streams do not declare the type of their chunks. */
async function* bytesOf(entry: Entry): AsyncGenerator<Uint8Array> {
  for await (const chunk of entry) {
    assert(chunk instanceof Uint8Array, "a tar is read as bytes");
    yield chunk;
  }
}

/** Returns whether an error has its cause in this machine (a full disk, an unreadable file) and not in the backup. */
function isDiskError(error: unknown): boolean {
  return errorCode(error) !== null && error instanceof Error && "syscall" in error;
}
