import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { InvalidConfig, readConfig } from "../../src/config/config.ts";
import { FakeS3 } from "../support/fake-s3.ts";
import { MediaOverHttp } from "../support/media-over-http.ts";
import { wavBytes } from "../support/small-media.ts";

const WAV = wavBytes(100_000);
const TARGET = { kind: "wav", audioFileId: "9001" } as const;

const fake = new FakeS3();
let media: MediaOverHttp;
beforeAll(async () => {
  media = await MediaOverHttp.create({
    settings: { ...fake.options(), "store-reads": "redirect", "base-url": "https://music.example" },
    media: "copy",
    files: { "tone.wav": WAV },
    dump: [{ id: "1", title: "Tone", audio_files: [{ id: "9001", description: "", vocals: "none", wav: "tone.wav" }] }],
  });
});
afterAll(async () => {
  await media.close();
  await fake.stop();
});

const ask = (init: RequestInit = {}): Promise<Response> =>
  fetch(`http://127.0.0.1:${media.port}${media.signed(TARGET)}`, { redirect: "manual", ...init });
const dropCopies = (): Promise<void> =>
  rm(join(media.app.core.config.dataDir, "cache"), { recursive: true, force: true });

describe("an original that is read by redirects", () => {
  test("is a redirect to the store for at most an hour, from which ranges are read, with its name", async () => {
    await dropCopies();
    const answer = await ask({ headers: { range: "bytes=10-19" } });
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([302, "no-store"]);
    const location = new URL(answer.headers.get("location") ?? "");
    expect(location.origin).toBe(new URL(fake.settings().endpoint).origin);
    expect(Number(location.searchParams.get("X-Amz-Expires"))).toBeLessThanOrEqual(3_600);
    const part = await fetch(location, { headers: { range: "bytes=10-19" } });
    expect([part.status, await part.bytes()]).toEqual([206, WAV.slice(10, 20)]);
    expect(part.headers.get("content-disposition")).toContain("Tone.wav");
  });

  test("is no longer valid than the link of the request", async () => {
    const { time } = media.app;
    const signed = `http://127.0.0.1:${media.port}${media.signed(TARGET)}`;
    const expires = Number(new URL(signed).searchParams.get("expires")) * 1_000;
    time.jump(expires - time.now() - 90_000);
    const answer = await fetch(signed, { redirect: "manual" });
    expect(new URL(answer.headers.get("location") ?? "").searchParams.get("X-Amz-Expires")).toBe("90");
  });

  test("is answered by the server for HEAD, for its validator, outside of its size, and for its own pages", async () => {
    const head = await ask({ method: "HEAD" });
    expect([head.status, head.headers.get("content-length")]).toEqual([200, String(WAV.byteLength)]);
    const etag = head.headers.get("etag") ?? "";
    expect((await ask({ headers: { "if-none-match": etag } })).status).toBe(304);
    expect((await ask({ headers: { range: `bytes=${WAV.byteLength}-` } })).status).toBe(416);
    const own = await ask({ headers: { "sec-fetch-site": "same-origin" } });
    expect([own.status, await own.bytes()]).toEqual([200, WAV]);
  });

  test("that is lost is no redirect", async () => {
    const kept = new Map(fake.objects);
    fake.objects.clear();
    await dropCopies();
    // What is known of an object is forgotten when a read of it fails.
    await ask({ headers: { "sec-fetch-site": "same-origin" } });
    expect((await ask()).status).toBe(404);
    for (const [key, object] of kept) fake.objects.set(key, object);
  });
});

test("redirects are refused without HTTPS", () => {
  const given = {
    NEEDLEDROP_STORE: "s3://a-bucket",
    NEEDLEDROP_STORE_ACCESS_KEY: "a",
    NEEDLEDROP_STORE_SECRET_KEY: "b",
    NEEDLEDROP_STORE_READS: "redirect",
  };
  expect(() => readConfig(given)).toThrow(InvalidConfig);
  expect(() => readConfig({ ...given, NEEDLEDROP_BASE_URL: "http://music.example" })).toThrow("redirect needs HTTPS");
  expect(readConfig({ ...given, NEEDLEDROP_BASE_URL: "https://music.example" }).store?.redirects).toBe(true);
});
