import { beforeEach, describe, expect, spyOn, test } from "bun:test";
import { existsSync, utimesSync } from "node:fs";
import { type FileHandle, open, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { HOUR_MS, MINUTE_MS } from "../../../src/lib/clock.ts";
import { MediaCache } from "../../../src/media/store/media-cache.ts";
import { StoreUnwritable } from "../../../src/media/store/failures.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const GIB = 1024 ** 3;
const FREE_BYTES_MIN = 256 * 1024 ** 2;

let data: string;
let free: number;
let now: number;
beforeEach(() => {
  data = temporaryFolder();
  free = 100 * GIB;
  now = Date.now();
});

function cacheOf(bytesMax: number): MediaCache {
  return new MediaCache(data, { bytesMax, clock: { now: () => now }, freeBytes: () => free });
}

/** Stores a copy that was used `ageMs` ago. */
async function keep(cache: MediaCache, name: string, byteSize: number, ageMs = 0): Promise<string> {
  const temporary = await cache.temporaryPath(byteSize);
  await writeFile(temporary, new Uint8Array(byteSize));
  const path = await cache.adopt(name, temporary);
  const seconds = (now - ageMs) / 1_000;
  await utimes(path, seconds, seconds);
  return path;
}

describe("a copy", () => {
  test("is found with its size, and removed if it has another", async () => {
    const cache = cacheOf(GIB);
    const path = await keep(cache, "a", 100);
    expect([await cache.find("a", 100), await cache.find("a", null)]).toEqual([path, path]);
    expect([await cache.find("a", 101), existsSync(path)]).toEqual([null, false]);
  });

  test("is synced before it gets its name", async () => {
    const cache = cacheOf(GIB);
    const steps: string[] = [];
    const file = await open(await cache.temporaryPath(1), "w");
    const prototype: FileHandle = Object.getPrototypeOf(file);
    await file.close();
    const synced = spyOn(prototype, "sync").mockImplementation(async () => {
      steps.push(`synced, named: ${existsSync(join(data, "cache", "media", "a"))}`);
    });
    try {
      await keep(cache, "a", 1);
    } finally {
      synced.mockRestore();
    }
    expect(steps).toEqual(["synced, named: false"]);
  });

  test("is written under a name that no other process and no former one uses", async () => {
    const [one, other] = [cacheOf(GIB), cacheOf(GIB)];
    const paths = [await one.temporaryPath(1), await one.temporaryPath(1), await other.temporaryPath(1)];
    expect(new Set(paths).size).toBe(3);
  });
});

describe("the room for copies", () => {
  test("is made while the disk is short, too", async () => {
    const cache = cacheOf(GIB);
    const [oldest, newer] = [await keep(cache, "a", 1_000, 2 * HOUR_MS), await keep(cache, "b", 1_000, HOUR_MS)];
    free = FREE_BYTES_MIN;
    await expect(cache.temporaryPath(1_000)).rejects.toThrow("Free some space");
    expect([existsSync(oldest), existsSync(newer)]).toEqual([false, true]);
  });

  test("is not made from a copy that was used after the list was read", async () => {
    const cache = cacheOf(1_000);
    const path = await keep(cache, "a", 900, HOUR_MS);
    let calls = 0;
    const touching = new MediaCache(data, {
      bytesMax: 1_000,
      freeBytes: () => free,
      clock: {
        now: () => {
          // After the list was read, and before the copy is removed.
          if (calls++ === 1) utimesSync(path, now / 1_000, now / 1_000);
          return now;
        },
      },
    });
    await touching.temporaryPath(900);
    expect([existsSync(path), calls > 1]).toEqual([true, true]);
  });

  test("is made from copies of the time before the clock was set back", async () => {
    const cache = cacheOf(1_000);
    const [future, recent] = [await keep(cache, "a", 400, -HOUR_MS), await keep(cache, "b", 400)];
    await cache.temporaryPath(500);
    expect([existsSync(future), existsSync(recent)]).toEqual([false, true]);
  });

  test("is counted once, and again when it seems to be used up", async () => {
    const cache = cacheOf(1_000);
    await keep(cache, "a", 100);
    await writeFile(join(data, "cache", "media", "of-another"), new Uint8Array(900));
    const offered = async (name: string): Promise<boolean> => {
      const path = join(data, name);
      await writeFile(path, new Uint8Array(450));
      await cache.offer(name, path, 450);
      return (await cache.find(name, 450)) !== null;
    };
    expect([await offered("b"), await offered("c"), await offered("d")]).toEqual([true, true, false]);
    for (const name of ["of-another", "b"]) await rm(join(data, "cache", "media", name));
    expect(await offered("d")).toBe(false);
    now += 2 * MINUTE_MS;
    expect(await offered("d")).toBe(true);
  });
});

describe("an offered file", () => {
  let path: string;
  beforeEach(async () => {
    path = join(data, "offered");
    await writeFile(path, new Uint8Array(10));
  });

  test("becomes a copy while there is room", async () => {
    const cache = cacheOf(GIB);
    await cache.offer("a", path, 10);
    expect([await cache.find("a", 10), existsSync(path)]).toEqual([join(data, "cache", "media", "a"), false]);
  });

  test("stays where it is while the disk is short", async () => {
    free = FREE_BYTES_MIN - 1;
    const cache = cacheOf(GIB);
    await cache.offer("a", path, 10);
    expect([await cache.find("a", 10), existsSync(path)]).toEqual([null, true]);
  });

  test("stays where it is if the cache cannot take it, without an error", async () => {
    await writeFile(join(data, "cache"), "a file in the place of the folder");
    await cacheOf(GIB).offer("a", path, 10);
    expect(existsSync(path)).toBe(true);
  });
});

describe("a copy without room", () => {
  test("is refused with advice that helps with originals in a store", async () => {
    free = 1_000;
    const error: unknown = await cacheOf(GIB)
      .temporaryPath(100)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StoreUnwritable);
    expect(String(error)).toContain("Free some space");
    expect(String(error)).not.toContain("--media");
  });
});
