import { open } from "node:fs/promises";

/** Flushes a file, or the names in a folder, to disk, so that a power cut does not lose them. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
