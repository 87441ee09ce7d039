import { randomUUID } from "node:crypto";
import { open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { messageOf } from "../lib/assert.ts";
import { makeFoldersBelow } from "../lib/make-folders-below.ts";
import { syncPath } from "../lib/sync-path.ts";
import type { EmbeddedPart } from "./embedded.ts";

/** Only the owner can read, change and run unpacked files. */
const PRIVATE_MODE = 0o700;
const OWNER_CAN_RUN = 0o100;
const ABANDONED_AFTER_MS = 10 * 60_000;
const TEMPORARY = ".unpacking";

/** A native part is missing or cannot be run. The message says how to fix it. */
export class NativePartsUnusable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "NativePartsUnusable";
  }
}

/** The name of the folder for a set of parts. Another version of any part gives another name. */
export function folderOf(parts: readonly EmbeddedPart[]): string {
  const hash = new Bun.CryptoHasher("sha256");
  for (const part of parts) hash.update(`${part.relativePath} ${part.sha256}\n`);
  return hash.digest("hex").slice(0, 16);
}

/** Whether the unpacked file exists, is executable, and has the embedded bytes. */
export async function isIntact(part: EmbeddedPart, folder: string): Promise<boolean> {
  const path = join(folder, part.relativePath);
  const found = await stat(path).catch(() => null);
  if (found === null || found.size !== part.sizeBytes || (found.mode & OWNER_CAN_RUN) === 0) return false;
  const hash = new Bun.CryptoHasher("sha256");
  for await (const chunk of Bun.file(path).stream()) hash.update(chunk);
  return hash.digest("hex") === part.sha256;
}

/**
 * Unpacks a part below `folder`, whose parent must exist, and returns its path. The part is streamed (ffmpeg is over 100 MB) to a temporary file,
 * checked, synced and renamed, so that a crash leaves no incomplete program. Several processes can unpack at the same time.
 */
export async function unpack(part: EmbeddedPart, folder: string): Promise<string> {
  const path = join(folder, part.relativePath);
  const temporary = `${path}.${randomUUID()}${TEMPORARY}`;
  try {
    await makeFoldersBelow(dirname(folder), dirname(path), PRIVATE_MODE);
    await writeDecompressed(part, temporary);
    await rename(temporary, path);
    await syncPath(dirname(path));
    return path;
  } catch (error) {
    throw new NativePartsUnusable(
      `Could not unpack ${part.name} (${part.sizeBytes} bytes) to ${path}: ${messageOf(error)}`,
      {
        cause: error,
      },
    );
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Removes the folders of other versions from `nativeDir`, and leftovers of crashes from the folder `current`. */
export async function removeOutdated(nativeDir: string, current: string, now: number): Promise<void> {
  const names = await readdir(nativeDir).catch(() => []);
  const others = names.filter((name) => name !== current);
  await Promise.all(others.map((name) => rm(join(nativeDir, name), { recursive: true, force: true })));
  const within = await readdir(join(nativeDir, current), { recursive: true }).catch(() => []);
  for (const name of within.filter((one) => one.endsWith(TEMPORARY))) {
    const path = join(nativeDir, current, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && now - found.mtimeMs > ABANDONED_AFTER_MS) await rm(path, { force: true });
  }
}

async function writeDecompressed(part: EmbeddedPart, path: string): Promise<void> {
  const hash = new Bun.CryptoHasher("sha256");
  const file = await open(path, "wx", PRIVATE_MODE);
  try {
    const chunks = Bun.file(part.compressed).stream().pipeThrough(new DecompressionStream("zstd"));
    for await (const chunk of chunks) {
      hash.update(chunk);
      await file.writeFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  const digest = hash.digest("hex");
  if (digest !== part.sha256) throw new Error(`the embedded copy is damaged (sha256 ${digest}, not ${part.sha256})`);
}
