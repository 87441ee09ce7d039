import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { KeyMode } from "../../src/keys/key.ts";
import { revokeKey } from "../../src/keys/manage-keys.ts";
import { grantFor, type MediaTarget, signUrl, type UrlSigner } from "../../src/media/signed-url.ts";
import { BASE_URL, HttpApp } from "../support/http-app.ts";
import { FULL_MP3, FULL_WAV, SMALL_CATALOG, STEMS } from "../support/small-catalog.ts";
import { expectRefusals } from "./error-document.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
const MP3: MediaTarget = { kind: "mp3", audioFileId: "9001" };
const WAV: MediaTarget = { kind: "wav", audioFileId: "9001" };
const STEMS_ZIP: MediaTarget = { kind: "stems", songId: "1042" };

let app: HttpApp;
let signer: UrlSigner;
const keyIds = new Map<KeyMode, string>();
beforeAll(async () => {
  app = await HttpApp.create(SMALL_CATALOG);
  signer = { baseUrl: BASE_URL, secret: app.secret };
  for (const mode of ["live", "test", "trial"] as const) keyIds.set(mode, app.key({ mode }).key.id);
});
afterAll(() => app.close());

const urlFor = (target: MediaTarget, mode: KeyMode = "live", searchId: string | null = null): string =>
  signUrl(signer, target, grantFor(keyIds.get(mode) ?? "", searchId, app.time.now()));

async function open(target: MediaTarget, headers: Record<string, string> = {}): Promise<Response> {
  return await app.ask(urlFor(target), { headers });
}

/** Expects a 403 that does not reveal its reason: text and headers are always the same. */
async function expectForbidden(url: string): Promise<void> {
  const response = await app.ask(url);
  const text = await response.clone().text();
  await expectRefusals(response, "forbidden_media");
  expect(text).toBe(
    '{"errors":[{"status":403,"detail":"The link is invalid or has expired. Fetch the search or the song again for a new link."}]}',
  );
}

describe("200", () => {
  test.each<[string, MediaTarget, Uint8Array, string, string]>([
    ["the full MP3", MP3, FULL_MP3, "audio/mpeg", "Glass Harbour - Full mix.mp3"],
    ["the full WAV", WAV, FULL_WAV, "audio/wav", "Glass Harbour - Full mix.wav"],
    ["the stems bundle", STEMS_ZIP, STEMS, "application/zip", "Glass Harbour (stems).zip"],
  ])("%s, whole, with type and name", async (_title, target, content, type, name) => {
    const response = await open(target);
    expect(response.status).toBe(200);
    expect(await response.bytes()).toEqual(new Uint8Array(content));
    expect(response.headers.get("content-type")).toBe(type);
    expect(response.headers.get("content-disposition")).toContain(`filename="${name}"`);
    expect(response.headers.get("cache-control")).toBe("private");
    expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("an id can contain any character, percent-encoded", async () => {
    const url = urlFor({ kind: "mp3", audioFileId: "file/2 ü%" });
    expect(url).toContain("/v1/audio_files/file%2F2%20%C3%BC%25/full.mp3?");
    expect((await app.ask(url)).status).toBe(200);
  });

  test("search_id is informational and not part of the signature", async () => {
    const url = new URL(urlFor(MP3, "live", "2869fe18-e8a7-4868-8e46-59b3987a4562"));
    expect((await app.ask(url.href)).status).toBe(200);
    url.searchParams.set("search_id", "changed");
    expect((await app.ask(url.href)).status).toBe(200);
    url.searchParams.delete("search_id");
    expect((await app.ask(url.href)).status).toBe(200);
  });

  test("an API key is neither needed nor checked", async () => {
    expect((await open(MP3, { authorization: "Token nonsense" })).status).toBe(200);
  });

  test("the URLs in a song's document open its files", async () => {
    const { token } = app.key({ mode: "live" });
    const text = await (await app.ask("/v1/songs/1042", { token })).text();
    const urls = text.match(/http[^"]+&expires=\d+/g) ?? [];
    expect(urls).toHaveLength(5);
    const statuses = await Promise.all(urls.map(async (url) => (await app.ask(url)).status));
    // The MP3 of the drum stem is generated now.
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
  });
});

describe("206, 304, 416", () => {
  test("a single range", async () => {
    const response = await open(MP3, { range: "bytes=0-3" });
    expect(response.status).toBe(206);
    expect(await response.bytes()).toEqual(FULL_MP3.slice(0, 4));
    expect(response.headers.get("content-range")).toBe(`bytes 0-3/${FULL_MP3.length}`);
  });

  test("If-Range with the ETag continues, and with another one starts again", async () => {
    const etag = (await open(MP3)).headers.get("etag") ?? "";
    expect((await open(MP3, { range: "bytes=4-", "if-range": etag })).status).toBe(206);
    expect((await open(MP3, { range: "bytes=4-", "if-range": '"other"' })).status).toBe(200);
  });

  test("the ETag of the client's version", async () => {
    const etag = (await open(MP3)).headers.get("etag") ?? "";
    expect((await open(MP3, { "if-none-match": etag })).status).toBe(304);
  });

  test("a range outside the file", async () => {
    const response = await open(MP3, { range: "bytes=99999-" });
    await expectRefusals(response, "range_not_satisfiable");
    expect(response.headers.get("content-range")).toBe(`bytes */${FULL_MP3.length}`);
  });
});

describe("403, without saying why", () => {
  test("no signature", () => expectForbidden("/v1/audio_files/9001/full.mp3"));

  test.each(["token", "key", "expires"])("no %s", async (name) => {
    const url = new URL(urlFor(MP3));
    url.searchParams.delete(name);
    await expectForbidden(url.href);
  });

  test.each([
    ["token", "x"],
    ["token", "A".repeat(43)],
    ["key", "00000000-0000-4000-8000-000000000000"],
    ["expires", "9999999999"],
  ])("another %s", async (name, value) => {
    const url = new URL(urlFor(MP3));
    url.searchParams.set(name, value);
    await expectForbidden(url.href);
  });

  test("the signature of another file", async () => {
    const url = new URL(urlFor(MP3));
    await expectForbidden(`/v1/audio_files/9002/full.mp3${url.search}`);
    await expectForbidden(`/v1/audio_files/9001/full.wav${url.search}`);
    await expectForbidden(`/v1/songs/1042/stems.zip${url.search}`);
  });

  test("a file that does not exist, without its signature", () =>
    expectForbidden("/v1/audio_files/nothing/full.mp3?key=x"));

  test("an expired URL: 7 days after it was signed", async () => {
    const url = urlFor(MP3);
    app.time.jump(7 * DAY_MS - 1);
    expect((await app.ask(url)).status).toBe(200);
    app.time.jump(1);
    await expectForbidden(url);
  });

  test("a revoked key's URL", async () => {
    const { key } = app.key({ mode: "live" });
    const url = signUrl(signer, MP3, grantFor(key.id, null, app.time.now()));
    expect((await app.ask(url)).status).toBe(200);
    await revokeKey(app.core, key.id);
    await expectForbidden(url);
  });

  test("an unknown key, even with a valid signature", async () => {
    await expectForbidden(signUrl(signer, MP3, grantFor("00000000-0000-4000-8000-000000000000", null, app.time.now())));
  });

  test.each(["test", "trial"] as const)(
    "a %s key never gets the full file, even with a valid signature",
    async (mode) => {
      for (const target of [MP3, WAV, STEMS_ZIP]) await expectForbidden(urlFor(target, mode));
    },
  );
});

describe("404", () => {
  test.each<[string, MediaTarget]>([
    ["an unknown file", { kind: "mp3", audioFileId: "nothing" }],
    ["an unknown file's WAV", { kind: "wav", audioFileId: "nothing" }],
    ["an unknown song's stems", { kind: "stems", songId: "nothing" }],
    ["a song without an archive", { kind: "stems", songId: "3" }],
    ["a file without media", { kind: "mp3", audioFileId: "9003" }],
    ["a WAV of an unreadable source", { kind: "wav", audioFileId: "9010" }],
    ["an MP3 of an unreadable source", { kind: "mp3", audioFileId: "9010" }],
    ["the WAV of a lossy source", { kind: "wav", audioFileId: "file/2 ü%" }],
  ])("%s", async (_title, target) => {
    await expectRefusals(await open(target), "not_found");
  });

  test.each([
    ["/v1/audio_files/%zz/full.mp3"],
    ["/v1/audio_files/9001%00/full.mp3"],
    ["/v1/audio_files/..%2f..%2fneedledrop.db/full.mp3"],
    ["/v1/audio_files/9001/full.MP3"],
    ["/v1/audio_files/9001/full.flac"],
    ["/v1/audio_files/9001/..%2ffull.mp3"],
    ["/v1/audio_files//full.mp3"],
    ["/v1/AUDIO_FILES/9001/full.mp3"],
  ])("no path of the disk: %s", async (path) => {
    const { search } = new URL(urlFor(MP3));
    const response = await app.ask(path + search);
    expect([403, 404]).toContain(response.status);
    expect(await response.text()).not.toContain(app.folder);
  });

  test("another spelling of the same id is the same file, and double encoding is another id", async () => {
    const { search } = new URL(urlFor(MP3));
    expect((await app.ask(`/v1/audio_files/%39001/full.mp3${search}`)).status).toBe(200);
    expect((await app.ask(`/v1/audio_files/%2539001/full.mp3${search}`)).status).toBe(403);
  });

  describe("a file that is missing from the disk", () => {
    let restore = async (): Promise<void> => undefined;
    afterEach(() => restore());

    test("is 404 without a crash, and is served when it is back", async () => {
      const path = join(app.folder, "dump/audio/1042.mp3");
      await rename(path, `${path}.away`);
      restore = async () => {
        await rm(path, { force: true });
        await rename(`${path}.away`, path);
        restore = async () => undefined;
      };
      const response = await open(MP3);
      expect(await response.clone().text()).not.toContain(app.folder);
      await expectRefusals(response, "not_found");
      await restore();
      expect((await open(MP3)).status).toBe(200);
    });
  });
});
