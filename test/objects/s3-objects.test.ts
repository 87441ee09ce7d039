import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type ObjectContent, ObjectMissing, ObjectStoreFailed } from "../../src/objects/object-store.ts";
import { sha256 } from "../../src/objects/s3-connection.ts";
import { S3Objects } from "../../src/objects/s3-objects.ts";
import type { Timer } from "../../src/lib/timer.ts";
import { checkStore } from "../../src/app/checks/store.ts";
import { makeAuthority } from "../support/certificates.ts";
import { FakeS3 } from "../support/fake-s3.ts";
import { startSwift } from "../support/swift.ts";
import { ON_DISK, temporaryFolder } from "../support/temporary-folder.ts";

/** Retries wait for nothing, and no time limit ends. */
const IMPATIENT: Timer = {
  after(delayMs, effect) {
    if (delayMs > 1_000) return () => undefined;
    const immediate = setImmediate(effect);
    return () => clearImmediate(immediate);
  },
};
const MEBIBYTE = 1024 ** 2;

const folder = temporaryFolder();
const fake = new FakeS3();
/** Its five processes need some ten seconds of processor time. */
const swift = process.env["TEST_SWIFT"] === undefined ? null : await startSwift(temporaryFolder(ON_DISK));
afterAll(async () => {
  await fake.stop();
  await swift?.stop();
});
afterEach(() => {
  fake.instead = () => null;
  fake.pageSize = 1_000;
  fake.losesEnds = false;
});

if (swift === null)
  console.log("Swift is not installed or TEST_SWIFT is not set: these tests use the fake server only.");
const SERVERS: readonly (readonly [string, S3Objects])[] = [
  ["the fake server", new S3Objects(fake.settings(), IMPATIENT)],
  ...(swift === null ? [] : ([["Swift", new S3Objects(swift.settings)]] as const)),
];

async function file(name: string, bytes: Uint8Array): Promise<{ path: string; content: ObjectContent }> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return { path, content: { digest: sha256(bytes), byteSize: bytes.byteLength } };
}

async function all(objects: S3Objects, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const page of objects.list(prefix, null)) keys.push(...page.map(({ key }) => key));
  return keys;
}

describe.each(SERVERS)("with %s, a store", (_name, objects) => {
  test("returns what was put, its size, and ranges of it", async () => {
    const { path, content } = await file("small", Buffer.from("hello world"));
    await objects.put("a/small.txt", path, content, null);
    await objects.put("a/small.txt", path, content, null);
    const found = await objects.find("a/small.txt", null);
    expect(found).toMatchObject({ key: "a/small.txt", byteSize: 11 });
    expect(Math.abs(Date.now() - (found?.changedAt ?? 0))).toBeLessThan(60_000);
    expect(Buffer.from(await objects.read("a/small.txt", 6, 10, null)).toString()).toBe("world");
    await objects.check(null);
  });

  test("is read by a link without keys, with the headers that the link names", async () => {
    const { path, content } = await file("linked", Buffer.from("hello world"));
    await objects.put("a/linked.wav", path, content, null);
    const named = "attachment; filename*=UTF-8''%C3%9Cber%20the%20sea.wav";
    const link = await objects.linkTo("a/linked.wav", { contentType: "audio/wav", contentDisposition: named }, 60);
    const answer = await fetch(link, { headers: { range: "bytes=6-10" } });
    expect([answer.status, await answer.text()]).toEqual([206, "world"]);
    expect(answer.headers.get("content-type")).toStartWith("audio/wav");
    expect(answer.headers.get("content-disposition")).toBe(named);
    const { searchParams } = new URL(link);
    expect([searchParams.get("X-Amz-Expires"), searchParams.has("X-Amz-Signature")]).toEqual(["60", true]);
  });

  test("is read by a link that names a header with spaces and signs of its own", async () => {
    const { path, content } = await file("linked", Buffer.from("hello world"));
    await objects.put("a/linked.wav", path, content, null);
    const named = 'attachment; filename="A + B (1).wav"';
    const link = await objects.linkTo("a/linked.wav", { contentType: "audio/wav", contentDisposition: named }, 60);
    expect(new URL(link).search).not.toContain("+");
    const answer = await fetch(link);
    expect([answer.status, answer.headers.get("content-disposition")]).toEqual([200, named]);
  });

  test("lists keys with a prefix that has a space", async () => {
    const { path, content } = await file("spaced", Buffer.from("x"));
    await objects.put("c d+e/1", path, content, null);
    expect(await all(objects, "c d+e/")).toEqual(["c d+e/1"]);
    await objects.remove("c d+e/1");
  });

  test("puts a large file in parts, whose bytes are those of the file", async () => {
    const bytes = new Uint8Array(Buffer.alloc(17 * MEBIBYTE + 5, "seventeen bytes !"));
    const { path, content } = await file("large", bytes);
    await objects.put("a/large", path, content, null);
    expect(await objects.find("a/large", null)).toMatchObject({ byteSize: bytes.byteLength });
    const [first, last] = [8 * MEBIBYTE - 3, 8 * MEBIBYTE + 3];
    expect(await objects.read("a/large", first, last, null)).toEqual(Buffer.from(bytes.slice(first, last + 1)));
  });

  test("has no object and no unfinished upload of a file that differs from its digest", async () => {
    for (const [name, size] of [
      ["small", 10],
      ["large", 17 * MEBIBYTE],
    ] as const) {
      const { path } = await file(name, new Uint8Array(size));
      const wrong = { digest: sha256(Buffer.from("other")), byteSize: size };
      const error = await objects.put("a/changed", path, wrong, null).catch((thrown: unknown) => thrown);
      expect(String(error)).toContain("changed while it was uploaded");
    }
    expect(await objects.find("a/changed", null)).toBeNull();
    expect(await objects.abortUploads(Date.now() + 60_000)).toBe(0);
  });

  test("says that an object does not exist", async () => {
    expect(await objects.find("a/none", null)).toBeNull();
    const missing = await objects.read("a/none", 0, 1, null).catch((error: unknown) => error);
    expect(missing).toBeInstanceOf(ObjectMissing);
    await objects.remove("a/none");
  });

  test("lists keys with a prefix, and removes an object", async () => {
    const { path, content } = await file("listed", Buffer.from("x"));
    for (const key of ["b/1", "b/2", "b/3"]) await objects.put(key, path, content, null);
    expect(await all(objects, "b/")).toEqual(["b/1", "b/2", "b/3"]);
    await objects.remove("b/2");
    expect(await all(objects, "b/")).toEqual(["b/1", "b/3"]);
  });
});

describe("a store", () => {
  const objects = new S3Objects(fake.settings(), IMPATIENT);

  test("reads lists of several pages", async () => {
    for (let at = 0; at < 7; at++) fake.set(`pages/${at}`, new Uint8Array(at));
    fake.pageSize = 3;
    expect(await all(objects, "pages/")).toEqual([0, 1, 2, 3, 4, 5, 6].map((at) => `pages/${at}`));
  });

  test.each([
    ["without a token", ""],
    ["with the token of the page before", "<NextContinuationToken>again</NextContinuationToken>"],
  ])("refuses a list that goes on %s, because the rest would count as missing", async (_what, token) => {
    let pages = 0;
    fake.instead = () =>
      pages++ < 5 ? new Response(`<ListBucketResult><IsTruncated>true</IsTruncated>${token}</ListBucketResult>`) : null;
    const error = await all(objects, "pages/").catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ failure: "failed", message: expect.stringContaining("incomplete list of objects") });
  });

  test.each([
    ["without markers", ""],
    ["with the markers of the page before", "<NextKeyMarker>again</NextKeyMarker>"],
  ])("refuses a list of uploads that goes on %s", async (_what, marker) => {
    const xml = `<ListMultipartUploadsResult><IsTruncated>true</IsTruncated>${marker}</ListMultipartUploadsResult>`;
    let pages = 0;
    fake.instead = () => (pages++ < 5 ? new Response(xml) : null);
    const error = await objects.abortUploads(3_000).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ failure: "failed", message: expect.stringContaining("incomplete list of uploads") });
  });

  test("removes uploads that never ended, but not those that began later", async () => {
    const part = (): Upload => ({ key: "studio/x", begunAt: new Date(1_000), parts: new Map() });
    fake.uploads.set("old", part());
    fake.uploads.set("new", { ...part(), begunAt: new Date(5_000) });
    fake.uploads.set("of another", { ...part(), key: "another/x" });
    expect(await objects.abortUploads(3_000)).toBe(1);
    expect([...fake.uploads.keys()]).toEqual(["new", "of another"]);
    fake.uploads.clear();
  });

  test("repeats a request that failed for a moment", async () => {
    fake.set("flaky", Buffer.from("abc"));
    let failures = 2;
    fake.instead = () => (failures-- > 0 ? new Response(null, { status: 503 }) : null);
    expect(Buffer.from(await objects.read("flaky", 0, 2, null)).toString()).toBe("abc");
  });

  test.each([
    ["refused", 403, "<Error><Code>AccessDenied</Code></Error>", "AccessDenied"],
    ["failed", 500, "no XML", "500"],
    ["failed", 301, "", "301"],
  ] as const)("says that it was %s for a %d", async (failure, status, body, message) => {
    fake.instead = () => new Response(body, { status });
    const error = await objects.read("flaky", 0, 2, null).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ObjectStoreFailed);
    expect(error).toMatchObject({ failure, message: expect.stringContaining(message) });
  });

  test("says that it does not answer", async () => {
    const gone = new S3Objects(fake.settings({ endpoint: "http://127.0.0.1:1" }), IMPATIENT);
    const error = await gone.find("flaky", null).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "ObjectStoreFailed", failure: "unreachable" });
  });

  test("takes a short answer and an endless one for failures", async () => {
    fake.instead = () => new Response("ab", { status: 206 });
    const errorOf = async (): Promise<string> =>
      String(await objects.read("flaky", 0, 2, null).catch((error: unknown) => error));
    expect(await errorOf()).toContain("sent 2 of 3 bytes");
    fake.instead = () => new Response(new Uint8Array(5 * MEBIBYTE), { status: 206 });
    expect(await errorOf()).toContain("sent more than");
  });

  test("has an object whose upload has ended although the answer was lost", async () => {
    const { path, content } = await file("ended", new Uint8Array(17 * MEBIBYTE));
    fake.losesEnds = true;
    await objects.put("ended", path, content, null);
    expect(fake.bytesOf("ended")?.byteLength).toBe(content.byteSize);
  });

  test("fails an upload that the store has forgotten, even if there is an object of another size", async () => {
    const { path, content } = await file("forgotten", new Uint8Array(17 * MEBIBYTE));
    for (const present of [null, new Uint8Array(3)]) {
      if (present !== null) fake.set("forgotten", present);
      fake.instead = ({ method, url }) => {
        if (method === "POST" && url.includes("uploadId")) fake.uploads.clear();
        return null;
      };
      const error = await objects.put("forgotten", path, content, null).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ failure: "failed", message: expect.stringContaining("404") });
      expect(fake.bytesOf("forgotten")).toEqual(present);
    }
  });

  test("takes a page of a proxy for a failure, also in a list", async () => {
    fake.instead = () => new Response("<html><body>Sign in<br></body></html>");
    for (const work of [() => all(objects, ""), () => objects.check(null), () => objects.abortUploads(0)]) {
      expect(await work().catch((error: unknown) => error)).toMatchObject({ failure: "failed" });
    }
    fake.instead = () => new Response("<html><body/></html>");
    expect(await objects.check(null).catch((error: unknown) => error)).toMatchObject({ failure: "failed" });
  });

  test("does not take a missing bucket for a missing object", async () => {
    const other = new S3Objects(fake.settings({ bucket: "none" }), IMPATIENT);
    expect(await other.find("a", null).catch((error: unknown) => error)).toMatchObject({
      failure: "failed",
      message: expect.stringContaining("NoSuchBucket"),
    });
  });

  test("names the clock when it is the reason of a refusal", async () => {
    fake.instead = () => new Response("<Error><Code>RequestTimeTooSkewed</Code></Error>", { status: 403 });
    expect(String(await objects.check(null).catch((error: unknown) => error))).toContain("Set the clock");
  });

  test("keeps no listener on the signal of a caller after a retry", async () => {
    const { signal } = new AbortController();
    let listeners = 0;
    const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
    signal.addEventListener = (...call: Parameters<typeof add>) => void (add(...call), (listeners += 1));
    signal.removeEventListener = (...call: Parameters<typeof remove>) => void (remove(...call), (listeners -= 1));
    let failures = 2;
    fake.instead = () => (failures-- > 0 ? new Response(null, { status: 503 }) : null);
    await objects.check(signal);
    expect(listeners).toBe(0);
  });

  test("aborts an upload when a part fails", async () => {
    const { path, content } = await file("aborted", new Uint8Array(17 * MEBIBYTE));
    fake.instead = (request) =>
      request.url.includes("partNumber=2") ? new Response("<Error/>", { status: 400 }) : null;
    expect(await objects.put("aborted", path, content, null).catch((error: unknown) => error)).toBeInstanceOf(
      ObjectStoreFailed,
    );
    expect([fake.uploads.size, fake.bytesOf("aborted")]).toEqual([0, null]);
  });
});

describe("a store with a certificate of a private authority", () => {
  test("answers if that authority is trusted, and is named untrusted otherwise, without another attempt", async () => {
    const [authority, other] = await Promise.all([makeAuthority(), makeAuthority()]);
    const [right, wrong] = [
      new FakeS3(await authority.issue(["127.0.0.1"])),
      new FakeS3(await authority.issue(["localhost"])),
    ];
    const failureOf = async (fakeS3: FakeS3, ca: string | null): Promise<unknown> =>
      await new S3Objects(fakeS3.settings({ ca })).check(null).catch((error: unknown) => error);
    const untrusted = { name: "ObjectStoreFailed", failure: "untrusted" };
    expect(await failureOf(right, authority.caPem)).toBeUndefined();
    for (const ca of [null, other.caPem]) expect(await failureOf(right, ca)).toMatchObject(untrusted);
    expect(await failureOf(wrong, authority.caPem)).toMatchObject({
      ...untrusted,
      message: expect.stringContaining("ALTNAME"),
    });
    expect([right.requests.length, wrong.requests.length]).toEqual([1, 0]);
    expect((await checkStore(right.settings())).checks).toMatchObject([
      { status: "fail", advice: expect.stringContaining("NEEDLEDROP_STORE_CA") },
    ]);
    await Promise.all([right.stop(), wrong.stop()]);
  });
});

type Upload = NonNullable<ReturnType<FakeS3["uploads"]["get"]>>;
