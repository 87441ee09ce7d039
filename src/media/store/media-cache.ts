import { mkdir, open, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { type Clock, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../lib/clock.ts";
import { freeBytes } from "../../lib/free-bytes.ts";
import { Gate } from "../../lib/gate.ts";
import { randomId } from "../../lib/ids.ts";
import { namesIn } from "../../lib/names-in.ts";
import { StoreUnwritable } from "./failures.ts";

/** Folder of the copies of media whose originals are objects, in the data folder. It can be deleted while no server runs. */
export const CACHE_FOLDER = "cache";
/** A file that was used within this time stays, because a program can be about to open it. */
const IN_USE_MS = 15 * MINUTE_MS;
/** Downloads that a killed process left are older. */
const LEFTOVER_MS = HOUR_MS;
/** Free space to leave, because the databases are on the same disk. */
const FREE_BYTES_MIN = 256 * 1024 ** 2;

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
    if (this.#freeBytes(this.#folder) - byteSize < FREE_BYTES_MIN) throw noRoom();
    await mkdir(this.#temporaryFolder, { recursive: true, mode: 0o700 });
    return join(this.#temporaryFolder, randomId());
  }

  /** Moves a complete file in, and returns its path. Syncs it first: after a power failure, a copy is complete or missing. */
  async adopt(name: string, temporary: string): Promise<string> {
    await syncFile(temporary);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const path = join(this.#folder, name);
    await rename(temporary, path);
    return path;
  }

  /** Moves a complete file in if it fits without removing others. */
  async offer(name: string, path: string, byteSize: number): Promise<void> {
    await this.#gate.through(async () => {
      const used = (await this.#files()).reduce((sum, file) => sum + file.byteSize, 0);
      if (used + byteSize <= this.#bytesMax) await this.adopt(name, path);
    });
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.#folder, name), { force: true });
  }

  /** Removes the leftovers of killed processes. */
  async sweepTemporary(): Promise<void> {
    for (const name of await namesIn(this.#temporaryFolder)) {
      const path = join(this.#temporaryFolder, name);
      const found = await stat(path).catch(() => null);
      if (found !== null && found.mtimeMs < this.#clock.now() - LEFTOVER_MS) await rm(path, { force: true });
    }
  }

  async #makeRoom(byteSize: number): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const files = (await this.#files()).toSorted((a, b) => a.usedAt - b.usedAt);
    let used = files.reduce((sum, file) => sum + file.byteSize, 0);
    for (const file of files) {
      if (used + byteSize <= this.#bytesMax || file.usedAt > this.#clock.now() - IN_USE_MS) return;
      await rm(file.path, { force: true });
      used -= file.byteSize;
    }
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

async function syncFile(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

function noRoom(): StoreUnwritable {
  const cause = Object.assign(new Error("no room"), { code: "ENOSPC" });
  return new StoreUnwritable("The disk of the data folder has no room for a copy of an original. Free some space.", {
    cause,
  });
}
