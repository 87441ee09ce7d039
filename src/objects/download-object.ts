import { open } from "node:fs/promises";
import { READ_BYTES_MAX } from "./object-store.ts";
import type { ReadRange } from "./read-pieces.ts";

/** Writes an object of this size to the new file `path`, syncs it and returns the SHA-256 of its bytes. Throws what `read` throws. */
export async function downloadObject(read: ReadRange, byteSize: number, path: string): Promise<string> {
  const hasher = new Bun.CryptoHasher("sha256");
  const file = await open(path, "wx", 0o600);
  try {
    for (let at = 0; at < byteSize; at += READ_BYTES_MAX) {
      const piece = await read(at, Math.min(byteSize, at + READ_BYTES_MAX) - 1);
      hasher.update(piece);
      await file.appendFile(piece);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return hasher.digest("hex");
}
