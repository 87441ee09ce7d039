import type { Stats } from "node:fs";
import { parseMediaRef } from "../../../schema/media-ref.ts";
import type { Reading } from "../../db/service-db.ts";
import { type FileStamp, isSameStamp, stampIn } from "../../lib/file-stamp.ts";
import { refuse } from "../../lib/refusal.ts";
import { quickStat } from "../quick-stat.ts";
import type { MediaStore } from "./media-store.ts";
import { sourcesOf } from "./source-store.ts";

/** How long the imported stamp of a file is cached: players request a file range by range. */
const CACHED_MS = 1_000;
const CACHED_MAX = 1_000;

/** Finds the file of a media ref. */
export interface MediaFiles {
  /**
   * The absolute path of a ref's file. Throws Refused (404) for a ref that names no file, and for a file in place that is
   * missing or has changed since its import.
   */
  locate(ref: string): Promise<string>;
}

export function mediaFiles(db: Reading, store: Pick<MediaStore, "pathOf">): MediaFiles {
  const statFile = quickStat();
  const cache = new Map<string, { readonly imported: FileStamp; readonly until: number }>();
  return {
    async locate(ref) {
      const path = store.pathOf(ref);
      if (path === null) throw refuse("not_found");
      if (parseMediaRef(ref)?.kind !== "in place") return path;
      const found = await statFile(path).catch(() => null);
      const known = cache.get(ref);
      if (known !== undefined && performance.now() < known.until && isUnchanged(found, known.imported)) return path;
      const imported = sourcesOf(db, [ref]).get(ref);
      // Catalogs of older versions have no such row until the next import.
      if (imported === undefined) return path;
      if (!isUnchanged(found, imported)) throw refuse("not_found");
      if (cache.size >= CACHED_MAX) cache.clear();
      cache.set(ref, { imported, until: performance.now() + CACHED_MS });
      return path;
    },
  };
}

/** Whether a file still has the stamp of its import. */
function isUnchanged(found: Stats | null, imported: FileStamp): boolean {
  return found !== null && isSameStamp(stampIn(found), imported);
}
