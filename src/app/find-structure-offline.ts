import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { StructureDocument } from "../../schema/wire/structure.ts";
import { AudioUnreadable } from "../audio/audio-unreadable.ts";
import { structureApart } from "../audio/structure/structure-apart.ts";
import { openNativeParts } from "../native/native-parts.ts";
import type { Core } from "./core.ts";
import { withSongFile } from "./with-song-file.ts";

/**
 * Finds the structure of a song of the catalog, or of an audio file on the disk, in a child process. Null if there is neither. Throws
 * with a sentence for people if the file cannot be read.
 */
export async function findStructureOffline(core: Core, idOrPath: string): Promise<StructureDocument | null> {
  const find = async (path: string): Promise<StructureDocument> =>
    await structureApart(path, openNativeParts(core.config.dataDir), {
      priority: "request",
      signal: new AbortController().signal,
    }).catch((error: unknown) => {
      throw error instanceof AudioUnreadable ? new Error(`${idOrPath} cannot be read. ${error.message}`) : error;
    });
  const found = idOrPath.includes("\0") ? null : await withSongFile(core, idOrPath, find);
  if (found !== null || !existsSync(idOrPath)) return found;
  return await find(resolve(idOrPath));
}
