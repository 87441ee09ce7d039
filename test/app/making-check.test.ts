import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { checkMaking, checkWatermark } from "../../src/app/checks/making.ts";
import { putSource } from "../../src/audio/source-store.ts";
import { putMade } from "../../src/media/make/store.ts";
import { addSetting } from "../../src/app/settings-store.ts";
import { MediaStore } from "../../src/media/store/media-store.ts";
import { putOrigins } from "../../src/media/store/source-store.ts";
import { musicWav, silentWav } from "../media/make/sound.ts";
import { TestInstallation } from "./setup.ts";

let installation: TestInstallation;
beforeEach(() => {
  installation = new TestInstallation();
});
afterEach(() => installation.remove());

const key = (digest: string, kind: "mp3" | "peaks") => ({ digest, kind, recipe: "1" }) as const;

/** Stores a generated file and returns its ref. */
async function generate(extension: "mp3" | "json"): Promise<string> {
  const store = new MediaStore(installation.data, "server", { folder: "generated" });
  const path = store.temporaryPath(extension);
  await Bun.write(path, extension);
  return (await store.adopt(path, extension)).ref;
}

describe("the doctor's check of generated media", () => {
  test("is missing without a database, and succeeds without generated media", async () => {
    expect(await checkMaking(installation.data, null)).toEqual([]);
    await (await installation.open()).close();
    expect(await checkMaking(installation.data, null)).toEqual([
      { name: "made media", status: "ok", detail: "nothing yet" },
    ]);
  });

  test("counts generated media, and names each unusable file once, by its path if that is known", async () => {
    const core = await installation.open();
    const [mp3, peaks] = [await generate("mp3"), await generate("json")];
    const digest = "e".repeat(64);
    const origin = { path: "/masters/hum.wav", byteSize: 1, modifiedAt: 1, ref: `store:${digest}.wav` };
    await core.db.write((tx) => putOrigins(tx, [origin]));
    await core.db.write(function* (tx) {
      yield* putMade(tx, key("aa", "mp3"), { ref: mp3, error: null }, 1);
      yield* putMade(tx, key("bb", "mp3"), { ref: null, error: "The file is empty." }, 2);
      yield* putMade(tx, key("bb", "peaks"), { ref: null, error: "The file is empty." }, 2);
      yield* putMade(tx, key("cc", "peaks"), { ref: null, error: "It holds no sound." }, 3);
      yield* putMade(tx, key("dd", "peaks"), { ref: peaks, error: null }, 1);
      yield* putMade(tx, key(digest, "mp3"), { ref: null, error: "It holds no sound." }, 4);
      yield* putSource(tx, { ref: "/nas/tape.wav", byteSize: 0, modifiedAt: 0, digest: "bb" });
    });
    await core.close();
    const [check] = await checkMaking(installation.data, null);
    expect(check?.status).toBe("warn");
    expect(check?.detail).toBe(
      "1 mp3, 1 peaks; 3 files are unusable: /masters/hum.wav: It holds no sound. the file with SHA-256 cc: It holds no sound. /nas/tape.wav: The file is empty.",
    );
  });
});

test("the doctor does not count a generated file that is missing from the disk", async () => {
  const core = await installation.open();
  await core.db.write((tx) => addSetting(tx, "generated-media", "separate folder"));
  const ref = await generate("mp3");
  await core.db.write(function* (tx) {
    yield* putMade(tx, key("aa", "mp3"), { ref, error: null }, 1);
    yield* putMade(tx, key("bb", "mp3"), { ref: `store:${"b".repeat(64)}.mp3`, error: null }, 1);
  });
  const detail = async () => (await checkMaking(installation.data, null)).map((check) => [check.status, check.detail]);
  expect(await detail()).toEqual([["ok", "1 mp3; 1 are missing and are generated again"]]);
  rmSync(join(installation.data, "generated"), { recursive: true });
  expect(await detail()).toEqual([["ok", "0 mp3; 2 are missing and are generated again"]]);
});

describe("the doctor's check of the watermark", () => {
  const check = (watermark: string | null) => checkWatermark({ watermark, dataDir: installation.data });

  test("is missing for the built-in mark, and accepts a recording", async () => {
    expect(await check(null)).toEqual([]);
    const path = installation.path("mark.wav");
    await Bun.write(path, musicWav(1));
    expect(await check(path)).toEqual([{ name: "watermark", status: "ok", detail: path }]);
  });

  test.each<[string, Uint8Array<ArrayBuffer>, RegExp]>([
    ["silence", silentWav(1), /got silence/],
    ["what is too long", musicWav(7), /got 7\.0 seconds/],
    ["what is no sound", new Uint8Array(99), /It is not a WAV/],
  ])("fails for %s", async (_title, bytes, detail) => {
    const path = installation.path("mark.wav");
    await Bun.write(path, bytes);
    const [found] = await check(path);
    expect(found?.status).toBe("fail");
    expect(found?.detail).toMatch(detail);
  });
});
