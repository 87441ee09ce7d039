import type { Reading } from "../../db/service-db.ts";
import { refuse } from "../../lib/refusal.ts";
import { type LookAtFile, looksAtFiles } from "../look-at-file.ts";
import { isInPlace } from "./media-ref.ts";
import type { MediaStore } from "./media-store.ts";
import { type FileStamp, sourcesOf } from "./source-store.ts";

/** From a media ref of the catalog to a file that may be served. */
export interface MediaFiles {
  /**
   * The absolute path of what a ref names. Throws Refused (404) for a ref that names no file, and for a file in place that
   * is gone or no longer the one that was imported: whatever lies there now was not meant.
   */
  locate(ref: string): Promise<string>;
}

export function mediaFiles(db: Reading, store: Pick<MediaStore, "pathOf">): MediaFiles {
  const look = looksAtFiles();
  return {
    async locate(ref) {
      const path = store.pathOf(ref);
      if (path === null) throw refuse("not_found");
      if (!isInPlace(ref)) return path;
      // A catalog of an older version has no such rows; the next import writes them.
      const imported = sourcesOf(db, [ref]).get(ref);
      if (imported === undefined || (await isUnchanged(path, imported, look))) return path;
      throw refuse("not_found");
    },
  };
}

/** Whether the file at `path` still has the size and time that it had. */
async function isUnchanged(path: string, { byteSize, modifiedAt }: FileStamp, look: LookAtFile): Promise<boolean> {
  const found = await look(path).catch(() => null);
  return found !== null && found.size === byteSize && Math.trunc(found.mtimeMs) === modifiedAt;
}
