import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { syncPath } from "../lib/sync-path.ts";

/**
 * Writes a file atomically: to a temporary file in the same folder, fsync, rename, fsync of the folder. Readers see either
 * the previous or the new file, even after a power failure.
 */
export async function writeDurably(path: string, chunks: readonly Uint8Array[]): Promise<void> {
  const temporary = `${path}.${process.pid}.partial`;
  try {
    const file = await open(temporary, "w", 0o600);
    try {
      for (const chunk of chunks) await writeFully(file, chunk);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncPath(dirname(path));
}

async function writeFully(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.byteLength;) {
    const { bytesWritten } = await file.write(chunk, at, chunk.byteLength - at);
    at += bytesWritten;
  }
}
