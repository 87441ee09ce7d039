import type { Stats } from "node:fs";
import { stat } from "node:fs/promises";

/** A file's size and modification time. They show whether the file has changed, without reading it. */
export interface FileStamp {
  readonly byteSize: number;
  /** Whole milliseconds since the epoch. */
  readonly modifiedAt: number;
}

/** Throws the errors of the file system. */
export async function stampOf(path: string): Promise<FileStamp> {
  return stampIn(await stat(path));
}

export function stampIn({ size, mtimeMs }: Pick<Stats, "size" | "mtimeMs">): FileStamp {
  return { byteSize: size, modifiedAt: Math.trunc(mtimeMs) };
}

export function isSameStamp(one: FileStamp, other: FileStamp): boolean {
  return one.byteSize === other.byteSize && one.modifiedAt === other.modifiedAt;
}
