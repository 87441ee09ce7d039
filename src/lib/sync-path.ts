import { open } from "node:fs/promises";

/** Makes last, also through a power cut, what was written to a file, or the renames and new names in a folder. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
