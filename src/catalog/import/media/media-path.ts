import { isAbsolute, relative, resolve, sep } from "node:path";
import { isRenderedScheme } from "../../../../schema/media-ref.ts";
import { type MediaPath, RecordFault } from "../check/checked-record.ts";

/**
 * Parses a media path of a dump, which must be relative and must not leave the dump's folder. Returns null for an empty
 * path. Symbolic links are checked later (locate-media.ts).
 */
export function mediaPath(given: string, field: string, folder: string, isImage = false): MediaPath | null {
  if (given.trim() === "") return null;
  if (given.includes("\0")) throw new RecordFault(field, "the path contains a NUL character");
  if (isRenderedScheme(given)) {
    throw new RecordFault(
      field,
      `only the demonstration catalog can name sound: files, each with a song and a part, got ${JSON.stringify(given)}`,
    );
  }
  if (isAbsolute(given) || /^[a-z]:[\\/]/i.test(given)) {
    throw new RecordFault(
      field,
      `expected a path relative to the dump, got the absolute path ${JSON.stringify(given)}`,
    );
  }
  const absolute = resolve(folder, given);
  if (!isWithin(folder, absolute)) {
    throw new RecordFault(field, `the path ${JSON.stringify(given)} leads out of the dump's folder`);
  }
  return { field, given, absolute, folder, isImage, ref: absolute };
}

/** Whether `path` is below `folder`. Both are absolute. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
