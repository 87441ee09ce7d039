import type { Stats } from "node:fs";
import { parseMediaRef } from "../../../schema/media-ref.ts";
import type { Reading } from "../../db/service-db.ts";
import { type FileStamp, isSameStamp, stampIn } from "../../lib/file-stamp.ts";
import { refuse } from "../../lib/refusal.ts";
import { quickStat } from "../quick-stat.ts";
import type { MediaStore } from "./media-store.ts";
import { sourcesOf } from "./source-store.ts";

/** Lifetime of a cached stamp. Players request a file in many ranges. */
const CACHED_MS = 1_000;
const CACHED_MAX = 1_000;

export interface MediaFiles {
  /**
   * Returns the absolute path of a ref's file. Throws Refused (404) for a ref without a file, and for a file in place that is missing
   * or has changed since its import.
   */
  locate(ref: string): Promise<string>;
}

export function mediaFiles(db: Reading, store: Pick<MediaStore, "pathOf">): MediaFiles {
  const statQuickly = quickStat();
  const cached = new Map<string, { readonly imported: FileStamp; readonly until: number }>();
  return {
    async locate(ref) {
      const path = store.pathOf(ref);
      if (path === null) throw refuse("not_found");
      if (parseMediaRef(ref)?.kind !== "in place") return path;
      const found = await statQuickly(path).catch(() => null);
      const known = cached.get(ref);
      if (known !== undefined && performance.now() < known.until && isUnchanged(found, known.imported)) return path;
      const imported = sourcesOf(db, [ref]).get(ref);
      // Catalogs from older versions have no source rows until the next import.
      if (imported === undefined) return path;
      if (!isUnchanged(found, imported)) throw refuse("not_found");
      if (cached.size >= CACHED_MAX) cached.clear();
      cached.set(ref, { imported, until: performance.now() + CACHED_MS });
      return path;
    },
  };
}

/** Returns whether a file still has the stamp of its import. */
function isUnchanged(found: Stats | null, imported: FileStamp): boolean {
  return found !== null && isSameStamp(stampIn(found), imported);
}
