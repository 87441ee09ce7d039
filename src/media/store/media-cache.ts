import { mkdir, open, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { type Clock, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../lib/clock.ts";
import { freeBytes } from "../../lib/free-bytes.ts";
import { Gate } from "../../lib/gate.ts";
import { randomId } from "../../lib/ids.ts";
import { namesIn } from "../../lib/names-in.ts";
import { noRoom } from "./failures.ts";

/** Folder of the copies of media whose originals are objects, in the data folder. It can be deleted while no server runs. */
export const CACHE_FOLDER = "cache";
/** A file that was used within this time stays, because a program can be about to open it. */
const IN_USE_MS = 15 * MINUTE_MS;
/** Downloads that a killed process left are older. */
const LEFTOVER_MS = HOUR_MS;
/** Free space to leave, because the databases are on the same disk. */
const FREE_BYTES_MIN = 256 * 1024 ** 2;

/** Removing continues to this share below the limit, so that a full cache is not listed for every copy. */
const SLACK_SHARE = 0.05;
/** Maximum age of the running total: other processes add and remove copies, too. */
const COUNT_AGE_MS_MAX = 15 * MINUTE_MS;
/** A full cache from which nothing can be removed is not listed more often than this. */
const COUNT_AGE_MS_MIN = MINUTE_MS;

interface CacheOptions {
  readonly bytesMax: number;
  readonly clock: Clock;
  /** For tests. */
  readonly freeBytes?: (folder: string) => number;
}

interface CachedFile {
  readonly path: string;
  readonly byteSize: number;
  /** Milliseconds since the epoch. */
  readonly usedAt: number;
}

/** Local copies of objects, for programs that read files only. The least recently used are removed when there are too many. */
export class MediaCache {
  readonly #folder: string;
  readonly #temporaryFolder: string;
  readonly #bytesMax: number;
  readonly #clock: Clock;
  readonly #freeBytes: (folder: string) => number;
  readonly #gate = new Gate(1);
  /** Bytes of all copies: counted at times, and kept up to date with what this process adds and removes. */
  #bytes = 0;
  /** Milliseconds since the epoch; null before the first count. */
  #countedAt: number | null = null;
  /** Whether the last count could not make the room that was asked for. */
  #isStuck = false;

  constructor(dataDir: string, options: CacheOptions) {
    this.#folder = join(dataDir, CACHE_FOLDER, "media");
    this.#temporaryFolder = join(dataDir, CACHE_FOLDER, "tmp");
    this.#bytesMax = options.bytesMax;
    this.#clock = options.clock;
    this.#freeBytes = options.freeBytes ?? freeBytes;
  }

  /**
   * Returns the path of a copy, and marks it as used; null if there is none. A copy of another size than `byteSize` is removed; null
   * is an unknown size.
   */
  async find(name: string, byteSize: number | null): Promise<string | null> {
    const path = join(this.#folder, name);
    const found = await stat(path).catch(() => null);
    if (found === null) return null;
    if (byteSize !== null && found.size !== byteSize) {
      await this.remove(name);
      return null;
    }
    const seconds = this.#clock.now() / SECOND_MS;
    return await utimes(path, seconds, seconds).then(
      () => path,
      () => null,
    );
  }

  /** Returns a path to write a copy to, after it has removed files to make room. Throws StoreUnwritable if the disk is full. */
  async temporaryPath(byteSize: number): Promise<string> {
    await this.#gate.through(() => this.#makeRoom(byteSize));
    if (this.#freeBytes(this.#folder) - byteSize < FREE_BYTES_MIN) throw noRoom("a copy of an original");
    await mkdir(this.#temporaryFolder, { recursive: true, mode: 0o700 });
    return join(this.#temporaryFolder, randomId());
  }

  /** Moves a complete file in, and returns its path. Syncs it first: after a power failure, a copy is complete or missing. */
  async adopt(name: string, temporary: string): Promise<string> {
    const byteSize = await syncFile(temporary);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const path = join(this.#folder, name);
    const former = await sizeOf(path);
    await rename(temporary, path);
    this.#bytes += byteSize - former;
    return path;
  }

  /**
   * Moves a complete file in if it fits without removing others. A copy is only for speed, so a failure is ignored: a full disk, or
   * `cache/` on another disk than the file.
   */
  async offer(name: string, path: string, byteSize: number): Promise<void> {
    try {
      await this.#gate.through(async () => {
        await mkdir(this.#folder, { recursive: true, mode: 0o700 });
        if (this.#freeBytes(this.#folder) < FREE_BYTES_MIN) return;
        if (!(await this.#fits(byteSize)) && !this.#isCounted(COUNT_AGE_MS_MIN)) await this.#count();
        if (await this.#fits(byteSize)) await this.adopt(name, path);
      });
    } catch {
      // The caller removes the file.
    }
  }

  async remove(name: string): Promise<void> {
    const path = join(this.#folder, name);
    const byteSize = await sizeOf(path);
    await rm(path, { force: true });
    this.#bytes -= byteSize;
  }

  /** Removes the leftovers of killed processes. */
  async sweepTemporary(): Promise<void> {
    for (const name of await namesIn(this.#temporaryFolder)) {
      const path = join(this.#temporaryFolder, name);
      const found = await stat(path).catch(() => null);
      if (found !== null && !this.#isWithin(LEFTOVER_MS, found.mtimeMs)) await rm(path, { force: true });
    }
  }

  /** Removes copies until one of `byteSize` fits, as far as possible. */
  async #makeRoom(byteSize: number): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const missingOnDisk = byteSize + FREE_BYTES_MIN - this.#freeBytes(this.#folder);
    if (missingOnDisk <= 0) {
      if (await this.#fits(byteSize)) return;
      if (this.#isStuck && this.#isCounted(COUNT_AGE_MS_MIN)) return;
    }
    const files = await this.#count();
    const slack = (await this.#fits(byteSize)) ? 0 : this.#bytesMax * SLACK_SHARE;
    const bytesAfter = this.#bytes - Math.max(missingOnDisk, this.#bytes + byteSize - this.#bytesMax + slack);
    for (const file of files.toSorted((a, b) => a.usedAt - b.usedAt)) {
      if (this.#bytes <= bytesAfter) break;
      if (!this.#isWithin(IN_USE_MS, file.usedAt)) await this.#removeUnused(file);
    }
    this.#isStuck = !(await this.#fits(byteSize));
  }

  /** Removes a copy unless it was used since it was listed. */
  async #removeUnused({ path, byteSize, usedAt }: CachedFile): Promise<void> {
    const found = await stat(path).catch(() => null);
    if (found !== null && found.mtimeMs !== usedAt) return;
    await rm(path, { force: true });
    this.#bytes -= byteSize;
  }

  async #fits(byteSize: number): Promise<boolean> {
    if (!this.#isCounted(COUNT_AGE_MS_MAX)) await this.#count();
    return this.#bytes + byteSize <= this.#bytesMax;
  }

  #isCounted(ageMsMax: number): boolean {
    return this.#countedAt !== null && this.#isWithin(ageMsMax, this.#countedAt);
  }

  /** Returns whether a time is this near. A time far in the future is not: it was set before the clock was set back. */
  #isWithin(ageMsMax: number, at: number): boolean {
    return Math.abs(this.#clock.now() - at) < ageMsMax;
  }

  async #count(): Promise<readonly CachedFile[]> {
    const files = await this.#files();
    this.#bytes = files.reduce((sum, file) => sum + file.byteSize, 0);
    this.#countedAt = this.#clock.now();
    return files;
  }

  async #files(): Promise<readonly CachedFile[]> {
    const files: CachedFile[] = [];
    for (const name of await namesIn(this.#folder)) {
      const path = join(this.#folder, name);
      const found = await stat(path).catch(() => null);
      if (found !== null) files.push({ path, byteSize: found.size, usedAt: found.mtimeMs });
    }
    return files;
  }
}

/** Syncs a file and returns its size. */
async function syncFile(path: string): Promise<number> {
  const file = await open(path, "r+");
  try {
    await file.sync();
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}

/** Zero for a missing file. */
async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => null))?.size ?? 0;
}
