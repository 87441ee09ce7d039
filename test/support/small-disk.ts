import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync, writeSync, openSync, closeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const FILL_BYTES = 64 * 1024;

/** A small disk in memory. Requires root and Linux. */
export interface SmallDisk {
  readonly path: string;
  /** Fills the disk. Returns a function that frees the space again. */
  fill(): () => void;
  unmount(): void;
}

/** Mounts a disk of `bytes` at `at` or in a temporary folder; returns null without permission. */
export function mountSmallDisk(bytes: number, at?: string): SmallDisk | null {
  const path = at ?? mkdtempSync(join(tmpdir(), "needledrop-disk-"));
  mkdirSync(path, { recursive: true });
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${bytes}`, "tmpfs", path]);
  if (mounted.status !== 0) {
    rmSync(path, { recursive: true, force: true });
    return null;
  }
  return {
    path,
    fill: () => fillDisk(join(path, "filler")),
    unmount: () => {
      spawnSync("umount", ["-l", path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}

/** Whether this user can mount a disk. Tests that need one are skipped otherwise. */
export function canMountDisks(): boolean {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  const disk = mountSmallDisk(1024 ** 2);
  disk?.unmount();
  return disk !== null;
}

/** Whether this user can make a file in `parent` immutable (`chattr +i`), which requires root and a file system with support. */
export function canMakeImmutable(parent = tmpdir()): boolean {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(join(parent, "needledrop-immutable-"));
  const file = join(folder, "file");
  try {
    writeFileSync(file, "");
    return spawnSync("chattr", ["+i", file]).status === 0;
  } finally {
    spawnSync("chattr", ["-i", file]);
    rmSync(folder, { recursive: true, force: true });
  }
}

function fillDisk(path: string): () => void {
  const file = openSync(path, "w");
  try {
    for (let size = FILL_BYTES; size >= 1; size = Math.floor(size / 2)) {
      const piece = new Uint8Array(size);
      try {
        while (writeSync(file, piece) === size);
      } catch (error) {
        if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
      }
    }
  } finally {
    closeSync(file);
  }
  return () => rmSync(path);
}
