import { beforeEach, describe, expect, test } from "bun:test";
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
