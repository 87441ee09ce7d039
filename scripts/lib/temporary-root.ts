import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A file system in memory, on most Linux systems. Containers often have one of 64 MB. */
const MEMORY = "/dev/shm";
/** The tests with the largest files (uploads, media, hostile input) used 0.5 GB, two files of tests at a time. */
const FREE_BYTES_MIN = 3 * 2 ** 30;
const PREFIX = "needledrop-tests-";

/** Where the tests put their temporary folders. */
export interface TemporaryRoot {
  readonly path: string;
  remove(): void;
}

/**
 * Returns a folder in memory if there is room and programs can run in it, otherwise the usual folder for temporary files. SQLite
 * waits for the disk at every commit, which the tests make by the thousand. A TMPDIR that is set is always used.
 */
export function temporaryRoot(environment: Readonly<Record<string, string | undefined>>): TemporaryRoot {
  const usual = { path: tmpdir(), remove: () => undefined };
  if ((environment["TMPDIR"] ?? "") !== "" || !existsSync(MEMORY)) return usual;
  try {
    removeLeftovers();
    if (freeBytes() < FREE_BYTES_MIN) return usual;
    const path = mkdtempSync(join(MEMORY, `${PREFIX}${process.pid}-`));
    const root = { path, remove: () => removeFolder(path) };
    // As in /tmp, tests that run as another user need folders in it.
    chmodSync(path, 0o1777);
    if (canRunPrograms(path)) return root;
    root.remove();
  } catch (error) {
    console.error(`The tests do not use ${MEMORY}:`, error);
  }
  return usual;
}

/** Removes the folders of runs that were killed. */
function removeLeftovers(): void {
  for (const name of readdirSync(MEMORY)) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (pid === undefined || existsSync(`/proc/${pid}`)) continue;
    removeFolder(join(MEMORY, name));
  }
}

/** Removes what it can: a disk that a killed test has mounted stays. */
function removeFolder(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    console.error(`${path} could not be removed:`, error);
  }
}

/** The size of a file system in memory says nothing about how much memory is free. */
function freeBytes(): number {
  const { bavail, bsize } = statfsSync(MEMORY);
  const available = /^MemAvailable: +(\d+) kB$/m.exec(readFileSync("/proc/meminfo", "utf8"))?.[1];
  return Math.min(bavail * bsize, Number(available ?? 0) * 1024);
}

function canRunPrograms(folder: string): boolean {
  const program = join(folder, "program");
  writeFileSync(program, "#!/bin/sh\n", { mode: 0o700 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}
