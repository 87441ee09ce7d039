import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { SongAudio } from "../../schema/wire/song-audio.ts";
import { HttpApp } from "../support/http-app.ts";
import { SMALL_CATALOG } from "../support/small-catalog.ts";
import { expectRefusals } from "./error-document.ts";

setDefaultTimeout(60_000);

let app: HttpApp;
let token = "";
beforeAll(async () => {
  app = await HttpApp.create(SMALL_CATALOG);
  token = app.key({ mode: "trial" }).token;
});
afterAll(() => app.close());

describe("GET /v1/songs/{id}/audio", () => {
  test("200: the files with media, which of them are stems, and no loudness before it is measured", async () => {
    const response = await app.ask("/v1/songs/1042/audio", { token });
    expect(response.status).toBe(200);
    expect(Value.Parse(SongAudio, await response.json()).data).toEqual([
      { type: "audio_files", id: "9001", attributes: { stem: false, loudness: null } },
      { type: "audio_files", id: "9002", attributes: { stem: true, loudness: null } },
    ]);
  });

  test("404: an unknown song", async () => {
    await expectRefusals(await app.ask("/v1/songs/none/audio", { token }), "not_found");
  });

  test("401: without a key", async () => {
    expect((await app.ask("/v1/songs/1042/audio")).status).toBe(401);
  });
});
