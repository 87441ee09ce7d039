import { readdir } from "node:fs/promises";
import { hasErrorCode } from "./error-code.ts";

/** Lists the names in a folder; a missing folder has none. Throws other file system errors. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  return await readdir(folder).catch((error: unknown) => {
    if (hasErrorCode(error, "ENOENT")) return [];
    throw error;
  });
}
