import { afterEach, describe, expect, test } from "bun:test";
import { rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { MediaMode } from "../../src/catalog/import/media/media-importer.ts";
import { grantFor, type MediaTarget, signUrl } from "../../src/media/signed-url.ts";
import { BASE_URL, HttpApp } from "../support/http-app.ts";
import { FULL_WAV, SMALL_CATALOG } from "../support/small-catalog.ts";
import { PNG } from "../support/small-media.ts";
import { expectRefusals } from "./error-document.ts";
import { sqliteOf } from "../support/sqlite-of.ts";

const WAV: MediaTarget = { kind: "wav", audioFileId: "9001" };

let app: HttpApp;
afterEach(() => app.close());

async function openWav(media: MediaMode): Promise<() => Promise<Response>> {
  app = await HttpApp.create({ ...SMALL_CATALOG, media });
  const signer = { baseUrl: BASE_URL, secret: app.secret };
  const url = signUrl(signer, WAV, grantFor(app.key({ mode: "live" }).key.id, null, app.time.now()));
  return async () => await app.ask(url);
}

describe("a medium in the store", () => {
  test.each(["copy", "link"] as const)(
    "that came by %s is served without the file that it came from",
    async (media) => {
      const ask = await openWav(media);
      await rm(join(app.folder, "dump/audio"), { recursive: true });
      const response = await ask();
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("audio/wav");
      expect(response.headers.get("content-disposition")).toContain('filename="Glass Harbour - Full mix.wav"');
      expect(await response.bytes()).toEqual(FULL_WAV);
      const picture = await app.ask("/v1/artists/77/image");
      expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
      expect(await picture.bytes()).toEqual(PNG);
    },
  );

  test("is 404 without a crash if its file is missing", async () => {
    const ask = await openWav("copy");
    await rm(join(app.core.config.dataDir, "media"), { recursive: true });
    await expectRefusals(await ask(), "not_found");
    await expectRefusals(await app.ask("/v1/artists/77/image"), "not_found");
  });

  test("is served although its modification time differs, as after a restore", async () => {
    const ask = await openWav("copy");
    const [path = ""] = [...new Bun.Glob("media/*/*.wav").scanSync(app.core.config.dataDir)];
    for (const name of new Bun.Glob("media/*/*.wav").scanSync(app.core.config.dataDir)) {
      await utimes(join(app.core.config.dataDir, name), 1, 1);
    }
    expect(path).not.toBe("");
    expect((await ask()).status).toBe(200);
  });
});

describe("a medium in place", () => {
  test("is 404 after it was altered, until it is restored or imported again", async () => {
    const ask = await openWav("in-place");
    expect((await ask()).status).toBe(200);
    const path = join(app.folder, "dump/audio/1042.wav");
    const { atime, mtime } = await stat(path);
    await utimes(path, atime, new Date(mtime.getTime() + 1));
    await expectRefusals(await ask(), "not_found");
    await writeFile(path, FULL_WAV.subarray(0, 44));
    await utimes(path, atime, mtime);
    await expectRefusals(await ask(), "not_found");
    await writeFile(path, FULL_WAV);
    await utimes(path, atime, mtime);
    expect((await ask()).status).toBe(200);
    await writeFile(path, FULL_WAV.subarray(0, 100));
    await expectRefusals(await ask(), "not_found");
    await app.import(SMALL_CATALOG.dump);
    expect(await (await ask()).bytes()).toEqual(FULL_WAV.slice(0, 100));
  });

  test("of an older catalog, which has no sizes, is served", async () => {
    const ask = await openWav("in-place");
    sqliteOf(app.core).sqlite.run("delete from media_sources");
    expect((await ask()).status).toBe(200);
  });
});

test("the start of a server removes unfinished media of a killed one", async () => {
  await openWav("copy");
  const half = join(app.core.config.dataDir, "media/tmp/server/1-1.mp3");
  await Bun.write(half, "half");
  await app.services.prepare();
  expect(await Bun.file(half).exists()).toBe(false);
});
