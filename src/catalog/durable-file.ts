import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { syncPath } from "../lib/sync-path.ts";

/**
 * Writes a file whole or not at all: a temporary file beside it, fsync, rename, fsync of the folder. A reader
 * sees the former file or the new one, also after a power cut.
 */
export async function writeDurably(path: string, chunks: readonly Uint8Array[]): Promise<void> {
  const temporary = `${path}.${process.pid}.partial`;
  try {
    const file = await open(temporary, "w", 0o600);
    try {
      for (const chunk of chunks) await writeWhole(file, chunk);
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

async function writeWhole(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.byteLength;) {
    const { bytesWritten } = await file.write(chunk, at, chunk.byteLength - at);
    at += bytesWritten;
  }
}
