import { statfsSync } from "node:fs";

/** What an ordinary user may still write on the disk that `folder` lies on. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
