import { constants, existsSync } from "node:fs";
import { copyFile, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Clock, HOUR_MS } from "../../../lib/clock.ts";
import { syncPath } from "../../../lib/sync-path.ts";
import { catalogDir, catalogPath, type Generation, generationDir } from "../../generation.ts";
import { ImportFailure } from "../failure.ts";

const GENERATION = /^gen-(\d{6,})$/;
const STAGING = /^gen-\d{6,}\.partial$/;
const PARTIAL = ".partial";
/** A file that is being downloaded is written to every few seconds. */
const DOWNLOAD_LEFTOVER_MS = HOUR_MS;

/** Removes leftovers of interrupted imports and downloads. Requires the import lock. */
export async function removeLeftovers(
  { dataDir, clock }: { readonly dataDir: string; readonly clock: Clock },
  current: Generation | null,
): Promise<void> {
  for (const { name, number } of await entries(dataDir)) {
    const path = join(catalogDir(dataDir), name);
    const isUnfinished = STAGING.test(name) || (number !== null && number > (current?.number ?? 0));
    const isLeftover = isUnfinished || (name.endsWith(PARTIAL) && (await isOld(path, clock)));
    if (isLeftover) await rm(path, { recursive: true, force: true });
  }
}

/** A server can be downloading: only imports take the lock. Containers have processes of their own, so a number of one says nothing. */
async function isOld(path: string, clock: Clock): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found !== null && Math.abs(clock.now() - found.mtimeMs) >= DOWNLOAD_LEFTOVER_MS;
}

/** Returns the folder in which a generation is built. */
export function stagingFolder(dataDir: string, number: number): string {
  return generationDir(dataDir, number) + PARTIAL;
}

/**
 * Creates the staging folder with a copy of the current catalog (sharing blocks if the file system can). If the current
 * catalog is missing, an import with --replace starts from an empty catalog, and any other import throws ImportFailure.
 */
export async function fillStagingFolder(
  dataDir: string,
  folder: string,
  { current, replace }: { readonly current: Generation | null; readonly replace: boolean },
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (current === null) return;
  const from = catalogPath(generationDir(dataDir, current.number));
  if (!existsSync(from)) {
    if (replace) return;
    throw new ImportFailure(
      `The current catalog, ${from}, is missing. Restore a backup, or import all dumps with --replace, which starts from an empty catalog.`,
    );
  }
  await copyFile(from, catalogPath(folder), constants.COPYFILE_FICLONE);
}

/** Syncs the staged generation and renames it to its final name. It is not served until the pointer names it. */
export async function publishFolder(dataDir: string, number: number, folder: string): Promise<void> {
  await syncPath(catalogPath(folder));
  await syncPath(folder);
  await rename(folder, generationDir(dataDir, number));
  await syncPath(catalogDir(dataDir));
}

/** Removes old generations, except the one before the current one, which a command can still be reading. */
export async function removeOlder(dataDir: string, current: Generation): Promise<void> {
  const older = (await entries(dataDir)).filter(({ number }) => number !== null && number < current.number);
  const [, ...obsolete] = older.toSorted((a, b) => (b.number ?? 0) - (a.number ?? 0));
  for (const { name } of obsolete) await rm(join(catalogDir(dataDir), name), { recursive: true, force: true });
}

/** Returns the numbers of the finished generations on the disk, ascending: the current one and the previous one. */
export async function generationsOnDisk(dataDir: string): Promise<readonly number[]> {
  const numbers = (await entries(dataDir)).flatMap(({ number }) => (number === null ? [] : [number]));
  return numbers.toSorted((a, b) => a - b);
}

async function entries(dataDir: string): Promise<{ name: string; number: number | null }[]> {
  if (!existsSync(catalogDir(dataDir))) return [];
  const names = await readdir(catalogDir(dataDir));
  return names.map((name) => {
    const match = GENERATION.exec(name);
    return { name, number: match === null ? null : Number(match[1]) };
  });
}
