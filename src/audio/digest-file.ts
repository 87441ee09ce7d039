import { stat } from "node:fs/promises";
import type { DigestedFile } from "./facts-store.ts";

/** Reads a whole file for its digest, a piece at a time. Throws what the file system says, and the signal's reason. */
export async function digestFile(ref: string, path: string, signal: AbortSignal): Promise<DigestedFile> {
  const { byteSize, modifiedAt } = await sizeAndTime(path);
  const hasher = new Bun.CryptoHasher("sha256");
  for await (const piece of Bun.file(path).stream()) {
    signal.throwIfAborted();
    hasher.update(piece);
  }
  return { ref, byteSize, modifiedAt, digest: hasher.digest("hex") };
}

export async function sizeAndTime(path: string): Promise<Pick<DigestedFile, "byteSize" | "modifiedAt">> {
  const { size, mtimeMs } = await stat(path);
  return { byteSize: size, modifiedAt: Math.floor(mtimeMs) };
}
