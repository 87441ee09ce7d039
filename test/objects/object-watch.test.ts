import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { silentLog } from "../../src/lib/log.ts";
import type { Timer } from "../../src/lib/timer.ts";
import { ObjectWatch } from "../../src/objects/object-watch.ts";
import { S3Objects } from "../../src/objects/s3-objects.ts";
import { FakeS3 } from "../support/fake-s3.ts";

const IMPATIENT: Timer = {
  after(delayMs, effect) {
    if (delayMs > 1_000) return () => undefined;
    const immediate = setImmediate(effect);
    return () => clearImmediate(immediate);
  },
};

const fake = new FakeS3();
afterAll(() => fake.stop());

let now: number;
let watch: ObjectWatch;
beforeEach(() => {
  now = 1_000_000;
  fake.set("a", Buffer.from("abc"));
  fake.instead = () => null;
  watch = new ObjectWatch(new S3Objects(fake.settings(), IMPATIENT), { clock: { now: () => now }, log: silentLog });
});

const failed = async (work: Promise<unknown>): Promise<unknown> => await work.catch((error: unknown) => error);
const drain = async (): Promise<void> => {
  for await (const page of watch.list("", null)) void page;
};

describe("a watched store", () => {
  test.each([500, 502, 503, 504, 429, 403])("is down while every request is answered with %d", async (status) => {
    fake.instead = () => new Response("<html><br></html>", { status });
    await failed(watch.read("a", 0, 1, null));
    expect(watch.outage()).not.toBeNull();
    const asked = fake.requests.length;
    await failed(watch.read("a", 0, 1, null));
    expect(fake.requests.length).toBe(asked);
    fake.instead = () => null;
    now += 5_000;
    await watch.read("a", 0, 1, null);
    expect(watch.outage()).toBeNull();
  });

  test("is down after any failed check, and after a list that a proxy answered", async () => {
    fake.instead = () => new Response("<html><br></html>");
    await failed(watch.check(null));
    expect(watch.outage()).toMatchObject({ cause: { failure: "failed" } });
    fake.instead = () => null;
    await watch.check(null);
    expect(watch.outage()).toBeNull();
    fake.instead = () => new Response("<html><br></html>");
    expect(await failed(drain())).toMatchObject({ name: "ObjectStoreFailed" });
    expect(watch.outage()).not.toBeNull();
  });

  test.each([403, 500])("is not down because one object is answered with %d", async (status) => {
    fake.set("b", Buffer.from("abc"));
    fake.instead = (_, key) => (key.endsWith("/b") ? new Response(null, { status }) : null);
    expect(await failed(watch.read("b", 0, 1, null))).toMatchObject({ name: "ObjectStoreFailed" });
    expect(watch.outage()).toBeNull();
    expect((await watch.read("a", 0, 1, null)).byteLength).toBe(2);
  });
});
