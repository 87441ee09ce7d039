import type { Stats } from "node:fs";
import { parseMediaRef } from "../../../schema/media-ref.ts";
import type { Reading } from "../../db/service-db.ts";
import { type FileStamp, isSameStamp, stampIn } from "../../lib/file-stamp.ts";
import { refuse } from "../../lib/refusal.ts";
import { looksAtFiles } from "../look-at-file.ts";
import type { MediaStore } from "./media-store.ts";
import { sourcesOf } from "./source-store.ts";

/** A file is asked for in ranges, one after the other: how it was imported is looked up once in so long. */
const REMEMBERED_MS = 1_000;
const REMEMBERED_MAX = 1_000;

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
  const remembered = new Map<string, { readonly imported: FileStamp; readonly until: number }>();
  return {
    async locate(ref) {
      const path = store.pathOf(ref);
      if (path === null) throw refuse("not_found");
      if (parseMediaRef(ref)?.kind !== "in place") return path;
      const found = await look(path).catch(() => null);
      const known = remembered.get(ref);
      if (known !== undefined && performance.now() < known.until && isThis(found, known.imported)) return path;
      const imported = sourcesOf(db, [ref]).get(ref);
      // A catalog of an older version has no such rows; the next import writes them.
      if (imported === undefined) return path;
      if (!isThis(found, imported)) throw refuse("not_found");
      if (remembered.size >= REMEMBERED_MAX) remembered.clear();
      remembered.set(ref, { imported, until: performance.now() + REMEMBERED_MS });
      return path;
    },
  };
}

/** Whether a file still has the size and time that it had. */
function isThis(found: Stats | null, imported: FileStamp): boolean {
  return found !== null && isSameStamp(stampIn(found), imported);
}
