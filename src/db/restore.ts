import { SQLiteError } from "bun:sqlite";
import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { type Extract, extract } from "tar-stream";
import { assert, messageOf } from "../lib/assert.ts";
import {
  BACKUP_FORMAT,
  type BackupFile,
  type BackupManifest,
  MANIFEST_NAME,
  MANIFEST_SIZE_MAX,
  parseManifest,
} from "./backup-manifest.ts";
import { openWritable } from "./open.ts";
import { KNOWN_SCHEMA } from "./schema-version.ts";
import { errorCode } from "../lib/error-code.ts";

/** The file is no backup, not a whole one, or one that this program cannot take. Nothing was changed. */
export class BackupRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "BackupRefused";
  }
}

/** Moves what the write-ahead log of a database holds into it, so that it is whole without; one that is damaged stays as it is. */
export function emptyWriteAheadLog(path: string): void {
  try {
    const database = openWritable(path);
    try {
      database.run("PRAGMA wal_checkpoint(TRUNCATE)");
    } finally {
      database.close();
    }
  } catch (error) {
    // A damaged database is what a restore is for: it is replaced in a moment.
    if (!(error instanceof SQLiteError)) throw error;
  }
}

type Entry = Extract extends AsyncIterable<infer One> ? One : never;

/**
 * Reads a backup from end to end and checks every name, size and digest against its manifest. With `folder`, the
 * files are written there, fsynced; without, nothing is written. Throws BackupRefused.
 */
export async function readBackup(path: string, folder: string | null): Promise<BackupManifest> {
  const tar = extract();
  const fed = pipeline(createReadStream(path), tar);
  // Its failure also ends the loop below, which reports it.
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
      const file = expected.shift();
      if (file === undefined || entry.header.name !== file.name || entry.header.type !== "file") {
        throw new BackupRefused(`${path}: unexpected member ${JSON.stringify(entry.header.name)}.`);
      }
      await readMember(entry, file, folder);
    }
    await fed;
  } catch (error) {
    if (error instanceof BackupRefused) throw error;
    if (isOfTheDisk(error)) throw error;
    throw new BackupRefused(`${path} is not a whole Needledrop backup: ${messageOf(error)}.`, { cause: error });
  }
  if (manifest === null) throw new BackupRefused(`${path} is not a Needledrop backup: it is empty.`);
  const [missing] = expected;
  if (missing !== undefined) throw new BackupRefused(`${path} is cut off: ${missing.name} is missing.`);
  return manifest;
}

async function readManifest(entry: Entry): Promise<BackupManifest> {
  const { name, size } = entry.header;
  if (name !== MANIFEST_NAME || size > MANIFEST_SIZE_MAX) {
    throw new BackupRefused("This is not a Needledrop backup: it does not begin with a manifest.");
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytesOf(entry)) chunks.push(chunk);
  const manifest = parseManifest(Buffer.concat(chunks).toString("utf8"));
  if (manifest === null) throw new BackupRefused("This backup's manifest cannot be read.");
  const { format, program, schema } = manifest;
  const isNewer =
    format > BACKUP_FORMAT || schema.service > KNOWN_SCHEMA.service || (schema.catalog ?? 0) > KNOWN_SCHEMA.catalog;
  if (isNewer) {
    throw new BackupRefused(
      `This backup was made by Needledrop ${program}, which is newer; restore it with that version.`,
    );
  }
  return manifest;
}

async function readMember(entry: Entry, file: BackupFile, folder: string | null): Promise<void> {
  if (entry.header.size !== file.size) throw damaged(file);
  const hasher = new Bun.CryptoHasher("sha256");
  const output = folder === null ? null : await createBelow(folder, file.name);
  try {
    for await (const chunk of bytesOf(entry)) {
      hasher.update(chunk);
      if (output !== null) await output.writeFile(chunk);
    }
    await output?.sync();
  } finally {
    await output?.close();
  }
  if (hasher.digest("hex") !== file.sha256) throw damaged(file);
}

function damaged(file: BackupFile): BackupRefused {
  return new BackupRefused(`This backup is damaged: ${file.name} is not what its manifest says.`);
}

/** `name` is plain (backup-manifest.ts), so the file lies below `folder`. */
async function createBelow(folder: string, name: string): Promise<FileHandle> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  return open(path, "wx", 0o600);
}

/** The library's streams say nothing about the type of what they carry. */
async function* bytesOf(entry: Entry): AsyncGenerator<Uint8Array> {
  for await (const chunk of entry) {
    assert(chunk instanceof Uint8Array, "a tar is read as bytes");
    yield chunk;
  }
}

/** Trouble of this machine (a full disk, a file that may not be read), not of the backup. */
function isOfTheDisk(error: unknown): boolean {
  return errorCode(error) !== null && error instanceof Error && "syscall" in error;
}
