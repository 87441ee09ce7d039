import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { claimObjects, noteRestoredStore, reclaimObjects } from "../../src/app/claim-objects.ts";
import { S3Objects } from "../../src/objects/s3-objects.ts";
import { FakeS3 } from "../support/fake-s3.ts";
import { MediaOverHttp } from "../support/media-over-http.ts";
import { wavBytes } from "../support/small-media.ts";

const WAV = wavBytes(1_500_000);
const TARGET = { kind: "wav", audioFileId: "9001" } as const;

const fake = new FakeS3();
let media: MediaOverHttp;
beforeAll(async () => {
  media = await MediaOverHttp.create({
    settings: fake.options(),
    media: "copy",
    files: { "tone.wav": WAV },
    dump: [{ id: "1", title: "Tone", audio_files: [{ id: "9001", description: "", vocals: "none", wav: "tone.wav" }] }],
  });
});
afterAll(async () => {
  await media.close();
  await fake.stop();
});
afterEach(() => {
  fake.instead = () => null;
  media.app.time.jump(10_000);
});

const dropCopies = (): Promise<void> =>
  rm(join(media.app.core.config.dataDir, "cache"), { recursive: true, force: true });
const refused = (): Response => new Response(null, { status: 403 });

describe("a medium in a store of objects", () => {
  test("is served the same from the store and from a local copy, complete, in ranges, and confirmed by its ETag", async () => {
    const url = `http://127.0.0.1:${media.port}${media.signed(TARGET)}`;
    const ask = async (init: RequestInit = {}) => {
      const answer = await fetch(url, init);
      return { status: answer.status, headers: answer.headers, body: await answer.bytes() };
    };
    const answers = async () => {
      const all = await ask();
      const part = await ask({ headers: { range: "bytes=299990-1400000" } });
      const confirmed = await ask({ headers: { "if-none-match": all.headers.get("etag") ?? "" } });
      const outside = await ask({ headers: { range: `bytes=${WAV.byteLength}-` } });
      const head = await ask({ method: "HEAD" });
      return { all, part, confirmed, outside, head };
    };
    const fromCopy = await answers();
    await dropCopies();
    const fromStore = await answers();
    for (const { all, part, confirmed, outside, head } of [fromCopy, fromStore]) {
      expect([all.status, part.status, confirmed.status, outside.status, head.status]).toEqual([
        200, 206, 304, 416, 200,
      ]);
      expect(Buffer.compare(all.body, WAV)).toBe(0);
      expect(Buffer.compare(part.body, WAV.slice(299_990, 1_400_001))).toBe(0);
      expect(head.headers.get("content-length")).toBe(String(WAV.byteLength));
      expect(part.headers.get("content-range")).toBe(`bytes 299990-1400000/${WAV.byteLength}`);
    }
    expect(fromStore.all.headers.get("etag")).toBe(fromCopy.all.headers.get("etag"));
  });

  test("is kept after a restore, which /readyz says, and so are unfinished uploads", async () => {
    const { core, services, time } = media.app;
    const duty = services.features
      .flatMap((feature) => feature.duties ?? [])
      .find(({ name }) => name === "sweep unfinished uploads");
    const unfinished = { key: "studio/x", begunAt: new Date(time.now() - 2 * 86_400_000), parts: new Map() };
    fake.uploads.set("old", unfinished);
    const sweepUploads = async (): Promise<unknown> => await duty?.run(new AbortController().signal);
    expect(duty?.deletesByAge).toBe(true);

    await claimObjects(new S3Objects(fake.settings()), core.config.dataDir, core.db);
    await core.db.write(noteRestoredStore);
    expect(await sweepUploads()).toEqual({ removed: 0 });
    expect((await media.ask("GET", "/readyz")).body.toString()).toContain("until `needledrop store claim`");
    await reclaimObjects(new S3Objects(fake.settings()), core.config.dataDir, core.db);
    expect((await media.ask("GET", "/readyz")).body.toString()).toContain('"detail":"answers"');

    const owner = fake.bytesOf("owner") ?? new Uint8Array();
    fake.set("owner", Buffer.from(crypto.randomUUID()));
    await expect(sweepUploads()).rejects.toThrow("belongs to another data folder");
    fake.set("owner", owner);
    expect(await sweepUploads()).toEqual({ removed: 1 });
  });

  test("answers 503 with Retry-After while the store refuses, asks it once in five seconds, and comes back by itself", async () => {
    await dropCopies();
    fake.instead = refused;
    const first = await media.get(TARGET);
    expect([first.status, first.headers["retry-after"]]).toEqual([503, "10"]);
    const asked = fake.requests.length;
    expect((await media.get(TARGET)).status).toBe(503);
    expect(fake.requests.length).toBe(asked);
    const ready = await media.ask("GET", "/readyz");
    expect([ready.status, ready.body.toString()]).toEqual([200, expect.stringContaining("refused since")]);
    fake.instead = () => null;
    media.app.time.jump(5_000);
    expect((await media.get(TARGET)).status).toBe(200);
    expect((await media.ask("GET", "/readyz")).body.toString()).toContain('"detail":"answers"');
    expect(media.app.logged.filter(({ message }) => message.startsWith("the store of media")).length).toBe(2);
  });

  test("that the store has lost is a 404, which the log names", async () => {
    await dropCopies();
    const kept = new Map(fake.objects);
    fake.objects.clear();
    expect((await media.get(TARGET)).status).toBe(404);
    for (const [key, object] of kept) fake.objects.set(key, object);
    expect((await media.get(TARGET)).status).toBe(200);
    expect(media.app.logged.some(({ message }) => message.includes("lost from the store"))).toBe(true);
  });
});
