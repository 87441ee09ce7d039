import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { writeFile } from "node:fs/promises";
import type { KeyMode } from "../../src/keys/key.ts";
import { grantFor, type MediaTarget, signUrl } from "../../src/media/signed-url.ts";
import { describeAudio, ffmpeg, musicWav } from "../media/make/sound.ts";
import { BASE_URL, HttpApp } from "../support/http-app.ts";
import { expectRefusals } from "./error-document.ts";
import { TestFolder } from "../support/temporary-folder.ts";
import { sqliteOf } from "../support/sqlite-of.ts";

setDefaultTimeout(60_000);

const SONG = musicWav(11);
const DRUMS = musicWav(2, { channels: 1 });

interface SongDocument {
  readonly data: { readonly attributes: { readonly stems: string | null } };
  readonly included: readonly {
    readonly id: string;
    readonly type: string;
    readonly attributes: { readonly versions?: { readonly mp3: string; readonly wav: string | null } };
  }[];
}

let app: HttpApp;
const folder = new TestFolder();
beforeAll(async () => {
  const source = await folder.file("song.wav", SONG);
  await ffmpeg("-i", source, folder.to("song.flac"));
  await ffmpeg("-i", source, "-c:a", "aac", folder.to("song.m4a"));
  app = await HttpApp.create({
    dump: [
      {
        id: "1",
        title: "Glass Harbour",
        audio_files: [
          { id: "mix", description: "Full mix", wav: "1.wav" },
          { id: "drums", description: "Drums", stem: true, wav: "drums.wav" },
          { id: "bass", description: "Bass/low", stem: true, wav: "drums.wav" },
        ],
      },
      { id: "2", title: "Tin Roof", audio_files: [{ id: "flac", description: "", wav: "2.flac" }] },
      { id: "3", title: "Slow Static", audio_files: [{ id: "m4a", description: "", mp3: "3.m4a" }] },
      {
        id: "4",
        title: "Broken",
        audio_files: [
          { id: "noise", description: "", wav: "noise.flac" },
          { id: "noise-drums", description: "", stem: true, wav: "noise.wav" },
        ],
      },
      { id: "5", title: "Long", audio_files: [{ id: "long", description: "", wav: "long.wav" }] },
    ],
    files: {
      "1.wav": SONG,
      "drums.wav": DRUMS,
      "2.flac": await Bun.file(folder.to("song.flac")).bytes(),
      "3.m4a": await Bun.file(folder.to("song.m4a")).bytes(),
      "noise.flac": new TextEncoder().encode(`fLaC${"noise".repeat(999)}`),
      "noise.wav": new TextEncoder().encode("no sound at all"),
      "long.wav": musicWav(240),
    },
  });
});
afterAll(async () => {
  await app.close();
});

async function song(id: string, mode: KeyMode): Promise<SongDocument> {
  const { token } = app.key({ mode });
  return JSON.parse(await (await app.ask(`/v1/songs/${id}`, { token })).text());
}

function versionsIn(document: SongDocument, id: string) {
  return document.included.find((one) => one.id === id)?.attributes.versions;
}

function urlOf(target: MediaTarget, mode: KeyMode = "live"): string {
  const grant = grantFor(app.key({ mode }).key.id, null, app.time.now());
  return signUrl({ baseUrl: BASE_URL, secret: app.secret }, target, grant);
}

async function fetched(url: string, name: string): Promise<Uint8Array> {
  const response = await app.ask(url);
  expect(response.status).toBe(200);
  const bytes = await response.bytes();
  await writeFile(folder.to(name), bytes);
  return bytes;
}

async function metric(name: string): Promise<string[]> {
  const headers = { authorization: `Bearer ${app.core.config.adminToken}` };
  const text = await (await app.ask("/metrics", { headers })).text();
  return text.split("\n").filter((line) => line.startsWith(name));
}

describe("a live key", () => {
  test("gets the unchanged WAV, and the MP3 generated from it", async () => {
    const versions = versionsIn(await song("1", "live"), "mix");
    expect(await fetched(versions?.wav ?? "", "got.wav")).toEqual(SONG);
    await fetched(versions?.mp3 ?? "", "got.mp3");
    const { bitRate, duration } = await describeAudio(folder.to("got.mp3"));
    expect(bitRate).toBe(320_000);
    expect(Math.abs(duration - 11)).toBeLessThan(0.06);
  });

  test("gets a WAV converted from a FLAC, and only an MP3 converted from an M4A", async () => {
    const wav = versionsIn(await song("2", "live"), "flac")?.wav ?? "";
    const response = await app.ask(wav);
    expect(response.headers.get("content-type")).toBe("audio/wav");
    expect(response.headers.get("content-disposition")).toContain('filename="Tin Roof.wav"');
    await writeFile(folder.to("flac.wav"), await response.bytes());
    const samples = (path: string) => ffmpeg("-i", path, "-f", "s16le", "pipe:1");
    expect(await samples(folder.to("flac.wav"))).toEqual(await samples(folder.to("song.wav")));
    const versions = versionsIn(await song("3", "live"), "m4a");
    expect(versions?.wav).toBeNull();
    await fetched(versions?.mp3 ?? "", "m4a.mp3");
    expect((await describeAudio(folder.to("m4a.mp3"))).codec).toBe("mp3");
  });

  test("gets an archive of the stem files, if there are any", async () => {
    const { data } = await song("1", "live");
    const bytes = Buffer.from(await fetched(data.attributes.stems ?? "", "stems.zip"));
    expect(bytes.includes("Glass Harbour - Drums.wav")).toBe(true);
    expect(bytes.includes("Glass Harbour - Bass_low.wav")).toBe(true);
    expect(bytes.includes(Buffer.from(DRUMS))).toBe(true);
    expect((await song("2", "live")).data.attributes.stems).toBeNull();
  });
});

describe("a test key", () => {
  test("gets another MP3, and neither WAV nor stems", async () => {
    const document = await song("1", "test");
    expect(document.data.attributes.stems).toBeNull();
    const versions = versionsIn(document, "mix");
    expect(versions?.wav).toBeNull();
    const marked = await fetched(versions?.mp3 ?? "", "marked.mp3");
    const full = await fetched(urlOf({ kind: "mp3", audioFileId: "mix" }), "full.mp3");
    expect(Buffer.compare(marked, full)).not.toBe(0);
    expect(Math.abs((await describeAudio(folder.to("marked.mp3"))).duration - 11)).toBeLessThan(0.06);
  });
});

test("concurrent requests for a file generate it once", async () => {
  const before = await metric('needledrop_media_made_total{kind="watermarked",outcome="made"}');
  const url = urlOf({ kind: "watermarked", audioFileId: "flac" }, "test");
  const statuses = await Promise.all([url, url, url].map(async (one) => (await app.ask(one)).status));
  expect(statuses).toEqual([200, 200, 200]);
  const after = await metric('needledrop_media_made_total{kind="watermarked",outcome="made"}');
  const count = (lines: readonly string[]): number => Number(lines[0]?.split(" ")[1] ?? 0);
  expect(count(after) - count(before)).toBe(1);
});

test("a file that takes longer than a request waits is 503 with Retry-After, and is generated anyway for the one that waits longer", async () => {
  const url = urlOf({ kind: "mp3", audioFileId: "long" });
  const asked = app.ask(url);
  const patient = app.ask(`${url}&wait=60`);
  await app.until(async () => (await Array.fromAsync(temporaryFiles())).length > 0);
  await app.time.pass(5_000);
  const response = await asked;
  expect(response.headers.get("retry-after")).toBe("5");
  await expectRefusals(response, "not_ready");
  expect((await patient).status).toBe(200);
});

function temporaryFiles(): AsyncIterable<string> {
  return new Bun.Glob("data/generated/tmp/**").scan({ cwd: app.folder });
}

test("a file that cannot be generated is 404, is attempted once, and is no longer linked", async () => {
  expect(versionsIn(await song("4", "live"), "noise")).toBeDefined();
  for (let time = 0; time < 2; time++) {
    await expectRefusals(await app.ask(urlOf({ kind: "mp3", audioFileId: "noise" })), "not_found");
    await expectRefusals(await app.ask(urlOf({ kind: "wav", audioFileId: "noise" })), "not_found");
  }
  const warnings = app.logged.filter(
    (line) => line.message === "media cannot be generated from a file; it is not retried",
  );
  expect(warnings.map((line) => line.fields["kind"])).toEqual(["mp3", "wav"]);
  expect(String(warnings[0]?.fields["reason"])).toMatch(/^It (has no readable sound|cannot be decoded)/);
  expect(versionsIn(await song("4", "live"), "noise")).toBeUndefined();
});

test("a survey of the catalog generates everything once in the background", async () => {
  app.key({ mode: "test" });
  const scheduler = app.services.background.find((service) => service.name === "scheduler");
  await scheduler?.start();
  await app.startJobs();
  await app.time.pass(2_000);
  await app.until(async () => (await metric("needledrop_media_waiting{")).length > 0);
  await app.until(async () => {
    await app.time.pass(100);
    const lanes = await app.core.db.read(app.services.queue.counts(app.core.db));
    return !lanes.some(({ lane, waiting, running }) => lane === "measure" && waiting + running > 0);
  });
  await app.until(async () => {
    await app.time.pass(100);
    const lanes = (await app.core.db.read(app.services.queue.counts(app.core.db))).filter(
      (lane) => lane.lane === "media",
    );
    return lanes.every((lane) => lane.waiting + lane.running === 0);
  });
  const rows = sqliteOf(app.core)
    .sqlite.query<{ kind: string; made: number; failed: number }, []>(
      "SELECT kind, count(ref) AS made, count(error) AS failed FROM media_made GROUP BY kind ORDER BY kind",
    )
    .all();
  // Drums and bass have the same content. The distinct sources are mix, drums, flac, m4a, long, and two of noise.
  expect(rows).toEqual([
    { kind: "mp3", made: 5, failed: 2 },
    { kind: "peaks", made: 5, failed: 2 },
    { kind: "stems", made: 2, failed: 0 },
    { kind: "structure", made: 4, failed: 0 },
    { kind: "watermarked", made: 5, failed: 2 },
    { kind: "wav", made: 1, failed: 1 },
  ]);
});
