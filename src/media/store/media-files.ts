import type { Stats } from "node:fs";
import { parseMediaRef } from "../../../schema/media-ref.ts";
import type { ServiceDb } from "../../db/service-db.ts";
import type { Log } from "../../lib/log.ts";
import { type FileStamp, isSameStamp, stampIn } from "../../lib/file-stamp.ts";
import { refuse } from "../../lib/refusal.ts";
import { quickStat } from "../quick-stat.ts";
import { readingObject } from "../reading-object.ts";
import type { OpenedObject } from "./media-place.ts";
import type { MediaStore } from "./media-store.ts";
import { sourcesOf } from "./source-store.ts";

/** Lifetime of a cached stamp. Players request a file in many ranges. */
const CACHED_MS = 1_000;
const CACHED_MAX = 1_000;

export interface MediaFiles {
  /**
   * Returns the absolute path of a ref's file, which is a local copy if the medium is an object. Throws Refused: 404 for a ref without a
   * file, and for a file in place that is missing or has changed since its import; 503 while objects cannot be read.
   */
  locate(ref: string): Promise<string>;
  /** Returns the object to serve for a ref; null if it is a file of this machine. Throws Refused (404, 503). */
  open(ref: string): Promise<OpenedObject | null>;
  /** Returns whether a ref names a file, without reading an object. */
  isNamed(ref: string): Promise<boolean>;
}

export function mediaFiles(db: ServiceDb, store: Pick<MediaStore, "pathOf" | "fetch" | "open">, log: Log): MediaFiles {
  const statQuickly = quickStat();
  const cached = new Map<string, { readonly imported: FileStamp; readonly until: number }>();
  const sentence = "an imported medium is lost from the store or damaged; run doctor";
  const reading = <Result>(ref: string, work: () => Promise<Result>): Promise<Result> =>
    readingObject({ log, subject: { ref }, sentence }, work);
  /** Catalogs from older versions have no source rows until the next import. */
  const importedOf = async (ref: string): Promise<FileStamp | null> => {
    return (await db.read(sourcesOf(db, [ref]))).get(ref) ?? null;
  };
  const files: MediaFiles = {
    async open(ref) {
      const parsed = parseMediaRef(ref);
      if (parsed?.kind !== "stored" || store.pathOf(ref) !== null) return null;
      const object = await reading(ref, async () => await store.open(parsed, await importedOf(ref)));
      if (object === null) return null;
      const { linkTo } = object;
      return {
        ...object,
        read: (first, last) => reading(ref, () => object.read(first, last)),
        linkTo: linkTo === null ? null : (headers, seconds) => reading(ref, () => linkTo(headers, seconds)),
      };
    },
    async isNamed(ref) {
      if (parseMediaRef(ref)?.kind === "stored") return true;
      return await files.locate(ref).then(
        () => true,
        () => false,
      );
    },
    async locate(ref) {
      const parsed = parseMediaRef(ref);
      const path = store.pathOf(ref);
      // Players request a file in many ranges, so a complete file of this machine needs no query.
      if (parsed?.kind === "stored") {
        return path ?? (await reading(ref, async () => await store.fetch(parsed, await importedOf(ref))));
      }
      if (path === null) throw refuse("not_found");
      const found = await statQuickly(path).catch(() => null);
      const known = cached.get(ref);
      if (known !== undefined && performance.now() < known.until && isUnchanged(found, known.imported)) return path;
      const imported = await importedOf(ref);
      if (imported === null) return path;
      if (!isUnchanged(found, imported)) throw refuse("not_found");
      if (cached.size >= CACHED_MAX) cached.clear();
      cached.set(ref, { imported, until: performance.now() + CACHED_MS });
      return path;
    },
  };
  return files;
}

/** Returns whether a file still has the stamp of its import. */
function isUnchanged(found: Stats | null, imported: FileStamp): boolean {
  return found !== null && isSameStamp(stampIn(found), imported);
}
