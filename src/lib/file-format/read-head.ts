import { open } from "node:fs/promises";

/** Reads the first `bytesMax` bytes of a file, or all of a shorter one. Throws file system errors. */
export async function readHead(path: string, bytesMax: number): Promise<Buffer> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytesMax), 0, bytesMax, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
