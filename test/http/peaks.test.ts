import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { PeaksDocument } from "../../schema/wire/peaks.ts";
import { StructureDocument } from "../../schema/wire/structure.ts";
import { musicWav } from "../media/make/sound.ts";
import { HttpApp } from "../support/http-app.ts";
import { expectRefusals } from "./error-document.ts";

setDefaultTimeout(60_000);

let app: HttpApp;
let token = "";
beforeAll(async () => {
  app = await HttpApp.create({
    dump: [
      {
        id: "1",
        title: "Glass Harbour",
        audio_files: [
          { id: "lost", description: "Not delivered" },
          { id: "drums", description: "Drums", stem: true, wav: "drums.wav" },
          { id: "mix", description: "Full mix", wav: "1.wav" },
        ],
      },
      {
        id: "2",
        title: "Only stems",
        audio_files: [{ id: "bass", description: "Bass", stem: true, wav: "drums.wav" }],
      },
      { id: "3", title: "Noise", audio_files: [{ id: "noise", description: "", wav: "noise.wav" }] },
    ],
    files: {
      "1.wav": musicWav(11),
      "drums.wav": musicWav(2, { channels: 1 }),
      "noise.wav": new TextEncoder().encode("no sound at all"),
    },
  });
  token = app.key({ mode: "trial" }).token;
});
afterAll(() => app.close());

async function peaksAt(path: string) {
  const response = await app.ask(path, { token });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(response.headers.get("cache-control")).toBe("private, max-age=3600");
  return Value.Parse(PeaksDocument, await response.json());
}

describe("GET /v1/songs/:id/peaks", () => {
  test("200: the waveform of the first full version that has media", async () => {
    const { duration, peaks } = await peaksAt("/v1/songs/1/peaks");
    expect(Math.abs(duration - 11)).toBeLessThan(0.1);
    expect(peaks).toHaveLength(1_600);
    expect(Math.max(...peaks)).toBeGreaterThan(20);
    expect(peaks.every((value, at) => at % 2 === 0 || value >= (peaks[at - 1] ?? 0))).toBe(true);
    expect(await peaksAt("/v1/audio_files/mix/peaks")).toEqual({ duration, peaks });
  });

  test("304: the ETag confirms it", async () => {
    const first = await app.ask("/v1/songs/1/peaks", { token });
    const etag = first.headers.get("etag") ?? "";
    expect(etag).not.toBe("");
    const again = await app.ask("/v1/songs/1/peaks", { token, headers: { "if-none-match": etag } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  test("404: unknown songs, songs without a full version, and files without sound", async () => {
    for (const path of ["/v1/songs/9/peaks", "/v1/songs/2/peaks", "/v1/songs/3/peaks", "/v1/songs/1%00/peaks"]) {
      await expectRefusals(await app.ask(path, { token }), "not_found");
    }
  });

  test("401: without a key", async () => {
    await expectRefusals(await app.ask("/v1/songs/1/peaks"), "unauthenticated");
    await expectRefusals(await app.ask("/v1/audio_files/mix/peaks"), "unauthenticated");
  });
});

describe("GET /v1/audio_files/:id/peaks", () => {
  test("200: the waveform of a stem", async () => {
    expect(Math.abs((await peaksAt("/v1/audio_files/drums/peaks")).duration - 2)).toBeLessThan(0.1);
  });

  test("404: an unknown file, and one without media", async () => {
    for (const id of ["nothing", "lost"]) {
      await expectRefusals(await app.ask(`/v1/audio_files/${id}/peaks`, { token }), "not_found");
    }
  });
});

describe("GET /v1/songs/:id/structure", () => {
  test("200: the structure of the first full version that has media, which its ETag confirms", async () => {
    const response = await app.ask("/v1/songs/1/structure", { token });
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json"]);
    const structure = Value.Parse(StructureDocument, await response.json());
    expect(Math.abs(structure.duration - 11)).toBeLessThan(0.1);
    const headers = { "if-none-match": response.headers.get("etag") ?? "" };
    expect((await app.ask("/v1/audio_files/mix/structure", { token, headers })).status).toBe(304);
  });

  test("404: unknown songs and files, songs without a full version, and files without sound", async () => {
    for (const path of ["songs/9", "songs/2", "songs/3", "audio_files/nothing", "audio_files/lost"]) {
      await expectRefusals(await app.ask(`/v1/${path}/structure`, { token }), "not_found");
    }
  });

  test("401: without a key", async () => {
    await expectRefusals(await app.ask("/v1/songs/1/structure"), "unauthenticated");
  });
});
