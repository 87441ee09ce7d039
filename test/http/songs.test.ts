import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import { SongDocument } from "../../schema/wire/song.ts";
import { HttpApp } from "../support/http-app.ts";
import { SMALL_CATALOG } from "../support/small-catalog.ts";
import { documentOf } from "./checked.ts";
import { expectRefusals } from "./error-document.ts";

let app: HttpApp;
let live = "";
let trial = "";
beforeAll(async () => {
  app = await HttpApp.create(SMALL_CATALOG);
  live = app.key({ mode: "live" }).token;
  trial = app.key({ mode: "trial" }).token;
});
afterAll(() => app.close());

async function song(id: string, token: string): Promise<Static<typeof SongDocument>> {
  return await documentOf(SongDocument, await app.ask(`/v1/songs/${encodeURIComponent(id)}`, { token }));
}

const filesOf = (document: Static<typeof SongDocument>) =>
  document.included.flatMap((resource) => (resource.type === "audio_files" ? [resource] : []));

describe("GET /v1/songs/:id 200", () => {
  test("has every attribute of the interface", async () => {
    const { data } = await song("1042", live);
    expect(data.attributes).toEqual({
      title: "Glass Harbour",
      description: "Slow light over cold water.",
      energy: "high",
      explicit: false,
      lyrics: "Hold the line",
      isrc: "QZABC2400001",
      released_at: 1_714_521_600,
      bpm: 121,
      key: { name: "A", mode: "minor" },
      tags: { genre: ["electronic", "ambient"], mood: ["tense"], instrument: ["synth"], characteristic: ["pulsing"] },
      playlist_ids: [12],
      stems: expect.stringContaining("/v1/songs/1042/stems.zip?key="),
      has_vocal_version: true,
      has_instrumental_version: true,
    });
    expect(data.links.self).toBe("http://needledrop.test/v1/songs/1042");
  });

  test("has empty and null values if the catalog has none", async () => {
    const { data, included } = await song("4", live);
    expect(data.attributes).toMatchObject({
      description: "",
      explicit: false,
      lyrics: "",
      isrc: null,
      released_at: null,
      bpm: null,
      key: { name: "", mode: "" },
      playlist_ids: [],
      stems: null,
      has_vocal_version: false,
      has_instrumental_version: false,
    });
    expect(data.relationships).toEqual({ audio_files: { data: [] }, artists: { data: [] } });
    expect(included).toEqual([]);
  });

  test("links to its files with media, the primary one first", async () => {
    const document = await song("1042", live);
    expect(document.data.relationships.audio_files.data.map((file) => file.id)).toEqual(["9001", "9002"]);
    expect(filesOf(document).map((file) => file.id)).toEqual(["9001", "9002"]);
    expect(filesOf(document)[0]?.attributes).toMatchObject({
      description: "Full mix",
      song_id: "1042",
      instrumental: false,
      duration: 183.2,
    });
    expect(filesOf(document)[1]?.attributes).toMatchObject({ instrumental: true, duration: null });
  });

  test("every resource that is referred to is included once", async () => {
    const { data, included } = await song("1042", live);
    const referred = [...data.relationships.audio_files.data, ...data.relationships.artists.data];
    const names = included.map(({ type, id }) => `${type} ${id}`);
    expect(names).toEqual(referred.map(({ type, id }) => `${type} ${id}`));
    expect(new Set(names).size).toBe(names.length);
  });

  test("an artist's picture is the dump's URL, or our own public address", async () => {
    const { included } = await song("1042", live);
    const images = included.flatMap((resource) => (resource.type === "artists" ? [resource.attributes.image] : []));
    expect(images).toEqual(["http://needledrop.test/v1/artists/77/image", "https://pictures.example/bruno.jpg"]);
  });

  test("a live key gets the full MP3 and WAV", async () => {
    const [file] = filesOf(await song("1042", live));
    expect(file?.attributes.versions.mp3).toContain("/v1/audio_files/9001/full.mp3?key=");
    expect(file?.attributes.versions.wav).toContain("/v1/audio_files/9001/full.wav?key=");
  });

  test("a live key gets no WAV of a lossy source", async () => {
    const [file] = filesOf(await song("song/2 ünder%", live));
    expect(file?.attributes.versions.wav).toBeNull();
  });

  test("a key that is not live gets a watermarked MP3, no WAV and no stems", async () => {
    const document = await song("1042", trial);
    for (const file of filesOf(document)) {
      expect(file.attributes.versions.mp3).toContain("/watermarked.mp3?key=");
      expect(file.attributes.versions.wav).toBeNull();
    }
    expect(document.data.attributes.stems).toBeNull();
  });

  test("a key sees the private playlists that it was granted", async () => {
    const { token } = app.key({ playlistIds: [31] });
    expect((await song("1042", token)).data.attributes.playlist_ids).toEqual([12, 31]);
  });

  test("signed URLs outside of a search have no search_id", async () => {
    const [file] = filesOf(await song("1042", live));
    expect(new URL(file?.attributes.versions.mp3 ?? "").searchParams.has("search_id")).toBe(false);
  });

  test("an id can contain any character, percent-encoded", async () => {
    const { data } = await song("song/2 ünder%", live);
    expect(data.id).toBe("song/2 ünder%");
    expect((await app.ask(data.links.self, { token: live })).status).toBe(200);
  });
});

describe("GET /v1/songs/:id 404", () => {
  test.each([
    ["nothing"],
    ["1042%00"],
    ["1042%20"],
    ["%zz"],
    ["%31042%2f.."],
    ["song%252F2%20%C3%BCnder%2525"],
    ["SONG%2F2%20%C3%BCnder%25"],
    ["..%2f..%2fcatalog.db"],
    ["%ff%fe"],
  ])("no song %s", async (id) => {
    await expectRefusals(await app.ask(`/v1/songs/${id}`, { token: live }), "not_found");
  });

  test("before the first import there is no song", async () => {
    const empty = await HttpApp.create();
    const { token } = empty.key();
    await expectRefusals(await empty.ask("/v1/songs/1042", { token }), "not_found");
    await expectRefusals(await empty.ask("/v1/songs/1042/similar", { token }), "not_found");
    await empty.close();
  });
});
