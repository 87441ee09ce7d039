import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { readdir, truncate, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseMediaRef, type StoredRef } from "../../../schema/media-ref.ts";
import { MediaCache } from "../../../src/media/store/media-cache.ts";
import { MediaStore } from "../../../src/media/store/media-store.ts";
import { ObjectPlace, keyOf } from "../../../src/media/store/object-place.ts";
import { ObjectMissing, ObjectStoreFailed } from "../../../src/objects/object-store.ts";
import { S3Objects } from "../../../src/objects/s3-objects.ts";
import { FakeS3 } from "../../support/fake-s3.ts";
import { wavBytes } from "../../support/small-media.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const WAV = wavBytes(600_000);
const HOUR_SECONDS = 3_600;

const fake = new FakeS3();
afterAll(() => fake.stop());

let data: string;
let source: string;
beforeEach(async () => {
  fake.objects.clear();
  fake.requests.length = 0;
  fake.instead = () => null;
  damaged.clear();
  data = temporaryFolder();
  source = join(temporaryFolder(), "a.wav");
  await writeFile(source, WAV);
});

function storeWith(bytesMax: number, claim: () => Promise<void> = async () => undefined): MediaStore {
  const cache = new MediaCache(data, { bytesMax, clock: { now: () => Date.now() } });
  return new MediaStore(data, "server", {
    place: new ObjectPlace(new S3Objects(fake.settings()), cache, { claim, damage, redirects: false }),
  });
}

function stored(text: string): StoredRef {
  const ref = parseMediaRef(text);
  if (ref?.kind !== "stored") throw new Error(`expected a ref into the store, got ${text}`);
  return ref;
}

/** The digests of media that are known to be damaged. */
const damaged = new Set<string>();
const damage = {
  has: async ({ digest }: StoredRef) => damaged.has(digest),
  note: async ({ digest }: StoredRef) => void damaged.add(digest),
  clear: async ({ digest }: StoredRef) => void damaged.delete(digest),
};

const cached = async (): Promise<string[]> => await readdir(join(data, "cache", "media")).catch(() => []);
const gets = (): number => fake.requests.filter((line) => line.startsWith("GET studio/")).length;

describe("a medium in a store of objects", () => {
  test("is an object under its digest, with a copy that programs get without a download", async () => {
    const store = storeWith(10_000_000);
    const { ref } = await store.put(source, "copy", null);
    expect(fake.bytesOf(keyOf(stored(ref)))).toEqual(Buffer.from(WAV));
    const path = await store.locate(ref);
    expect(await Bun.file(path ?? "").bytes()).toEqual(WAV);
    expect([gets(), store.pathOf(ref), existsSync(source)]).toEqual([0, null, true]);
  });

  test("is not uploaded to the store of another data folder, which is asked once", async () => {
    let claims = 0;
    const others = storeWith(10_000_000, () => Promise.reject(new ObjectStoreFailed("failed", "of others")));
    expect(String(await others.put(source, "copy", null).catch((error: unknown) => error))).toContain("of others");
    expect(fake.objects.size).toBe(0);
    const own = storeWith(10_000_000, async () => void (claims += 1));
    await own.put(source, "copy", null);
    await writeFile(source, wavBytes(1_000));
    await own.put(source, "copy", null);
    expect([claims, fake.objects.size]).toEqual([1, 2]);
  });

  test("is never a link to the file that was imported", async () => {
    const store = storeWith(10_000_000);
    const { ref } = await store.put(source, "link", null);
    await writeFile(source, "altered");
    expect(await Bun.file((await store.locate(ref)) ?? "").bytes()).toEqual(WAV);
  });

  test("is uploaded once", async () => {
    const store = storeWith(10_000_000);
    const first = await store.put(source, "copy", null);
    const puts = (): number => fake.requests.filter((line) => line.startsWith("PUT")).length;
    expect(await store.put(source, "copy", null)).toEqual(first);
    expect(puts()).toBe(1);
  });

  test("is downloaded once for calls at the same time, and compared with its digest", async () => {
    const { ref } = await storeWith(1).put(source, "copy", null);
    expect(await cached()).toEqual([]);
    const store = storeWith(10_000_000);
    const [one, other] = await Promise.all([store.locate(ref), store.locate(ref)]);
    expect([one, gets()]).toEqual([other, 1]);
    expect(await Bun.file(one ?? "").bytes()).toEqual(WAV);
  });

  test("is refused if its bytes are not those of its digest, and leaves no copy", async () => {
    const { ref } = await storeWith(1).put(source, "copy", null);
    fake.set(keyOf(stored(ref)), new Uint8Array(WAV.byteLength));
    const error = await storeWith(10_000_000)
      .locate(ref)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ObjectMissing);
    expect([await cached(), await readdir(join(data, "cache", "tmp"))]).toEqual([[], []]);
  });

  test("is not served once it is known to be damaged, and is stored again by an import", async () => {
    const store = storeWith(1);
    const { ref } = await store.put(source, "copy", null);
    fake.set(keyOf(stored(ref)), new Uint8Array(WAV.byteLength));
    await storeWith(10_000_000)
      .locate(ref)
      .catch(() => undefined);
    expect(damaged.size).toBe(1);
    expect(await store.open(stored(ref), null).catch((error: unknown) => error)).toBeInstanceOf(ObjectMissing);
    expect(await store.find(ref)).toBeNull();
    await store.put(source, "copy", null);
    expect([fake.bytesOf(keyOf(stored(ref))), damaged.size]).toEqual([Buffer.from(WAV), 0]);
  });

  test("is not served from a copy that a power failure left short", async () => {
    const store = storeWith(10_000_000);
    const { ref } = await store.put(source, "copy", null);
    const path = (await store.locate(ref)) ?? "";
    await truncate(path, 1_000);
    expect((await store.open(stored(ref), null))?.path).toBeNull();
    expect(await Bun.file((await store.locate(ref)) ?? "").bytes()).toEqual(WAV);
    await truncate(path, 1_000);
    expect(await Bun.file((await store.locate(ref)) ?? "").bytes()).toEqual(WAV);
  });

  test("is read in pieces from any byte to any other", async () => {
    const { ref } = await storeWith(1).put(source, "copy", null);
    const object = await storeWith(1).open(stored(ref), null);
    const pieces: Uint8Array[] = [];
    for await (const piece of (await object?.read(1_000, 599_999)) ?? []) pieces.push(piece);
    expect(Buffer.concat(pieces)).toEqual(Buffer.from(WAV.slice(1_000, 600_000)));
    expect(pieces.length).toBeGreaterThan(1);
  });

  test("is missing after it was removed", async () => {
    const store = storeWith(10_000_000);
    const { ref } = await store.put(source, "copy", null);
    await store.remove(ref);
    expect([await store.find(ref), await cached()]).toEqual([null, []]);
    expect(await store.open(stored(ref), null).catch((error: unknown) => error)).toBeInstanceOf(ObjectMissing);
  });
});

describe("the copies", () => {
  test("that were used least recently are removed to make room, but not those of the last minutes", async () => {
    const refs: string[] = [];
    for (const name of ["1", "2", "3"]) {
      await writeFile(source, Buffer.concat([WAV, Buffer.from(name)]));
      refs.push((await storeWith(1).put(source, "copy", null)).ref);
    }
    const store = storeWith(WAV.byteLength * 2 + 10);
    const [first = "", second = "", third = ""] = refs;
    const old = (await store.locate(first)) ?? "";
    const seconds = Date.now() / 1_000 - HOUR_SECONDS;
    await utimes(old, seconds, seconds);
    await store.locate(second);
    await store.locate(third);
    expect(existsSync(old)).toBe(false);
    expect((await cached()).length).toBe(2);
    await store.locate(first);
    expect((await cached()).length).toBe(3);
  });
});

describe("a store that cannot be used", () => {
  test("fails an import of a medium, and what was there stays", async () => {
    fake.instead = () => new Response(null, { status: 403 });
    const error = await storeWith(1)
      .put(source, "copy", null)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ObjectStoreFailed);
    expect(await readdir(join(data, "media", "tmp", "server"))).toEqual([]);
  });

  test("lists no media for a sweep if it belongs to another data folder", async () => {
    await storeWith(1).put(source, "copy", null);
    const store = storeWith(1, () => Promise.reject(new ObjectStoreFailed("failed", "of another")));
    const listing = store.objects().next();
    expect(await listing.catch((error: unknown) => error)).toBeInstanceOf(ObjectStoreFailed);
  });
});
