import { statfsSync } from "node:fs";

/** Returns the free bytes that an ordinary user can write on the disk of `folder`. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Returns the free and all bytes of the disk of `folder`; null if the folder is missing or cannot be read. */
export function diskSpace(folder: string): { readonly free: number; readonly size: number } | null {
  try {
    const { bavail, blocks, bsize } = statfsSync(folder);
    return { free: bavail * bsize, size: blocks * bsize };
  } catch {
    return null;
  }
}
