import { beforeEach, describe, expect, spyOn, test } from "bun:test";
import { existsSync } from "node:fs";
import { type FileHandle, open, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { MediaCache } from "../../../src/media/store/media-cache.ts";
import { StoreUnwritable } from "../../../src/media/store/failures.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const GIB = 1024 ** 3;

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
