import { statfsSync } from "node:fs";

/** Returns the free bytes that an ordinary user can write on the disk of `folder`. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
