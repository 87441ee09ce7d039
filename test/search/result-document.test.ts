import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { Answer } from "../../schema/wire/answer.ts";
import { answers } from "../../schema/tables/service/executions.ts";
import { DAY_MS, SECOND_MS } from "../../src/lib/clock.ts";
import { BASE_URL, HttpApp } from "../support/http-app.ts";

const SHARED_ARTIST = { id: "ada", name: "Ada Field", image: "https://images.example/ada.jpg" };
const DUMP = [
  { playlist: { id: 1, name: "Open road", public: true } },
  { playlist: { id: 2, name: "House only", public: false } },
  {
    id: "duo",
    title: "Two Rooms",
    tags: { mood: ["calm"], instrument: ["piano"] },
    artists: [SHARED_ARTIST, { id: "ben", name: "Ben Okoro" }],
    audio_files: [
      { id: "duo-main", description: "Full mix", vocals: "lead", duration: 180.5, wav: "duo.wav", mp3: "duo.mp3" },
      { id: "duo-inst", description: "Instrumental", vocals: "none", duration: 180.5, wav: "duo.wav" },
      { id: "duo-drums", description: "Drums", vocals: "none", stem: true, wav: "drums.wav" },
      { id: "duo-lost", description: "No media", vocals: "none" },
    ],
    stems: "duo.zip",
    playlists: [1, 2],
  },
  {
    id: "solo",
    title: "One Room",
    tags: { mood: ["calm"] },
    artists: [SHARED_ARTIST],
    audio_files: [{ id: "solo-main", vocals: "lead" }],
  },
];
const FILES = { "duo.wav": "RIFF0000WAVE", "duo.mp3": "ID3", "drums.wav": "RIFF0000WAVE", "duo.zip": "PK" };

interface Resource {
  readonly type: string;
  readonly id: string;
  readonly attributes: Record<string, unknown>;
  readonly relationships?: Record<string, { readonly data: readonly { readonly type: string; readonly id: string }[] }>;
}

interface Document {
  readonly data: {
    readonly id: string;
    readonly attributes: Record<string, unknown>;
    readonly relationships: {
      readonly songs: {
        readonly data: readonly {
          readonly type: string;
          readonly id: string;
          readonly meta: Record<string, unknown>;
        }[];
      };
    };
  };
  readonly included: readonly Resource[];
}

describe("the result document", () => {
  let app: HttpApp;

  beforeAll(async () => {
    app = await HttpApp.create({ dump: DUMP, files: FILES });
    await app.startJobs();
  });

  afterAll(() => app.close());

  async function resultFor(token: string, query = "calm"): Promise<Document> {
    const callback = "https://callback.invalid/";
    const accepted: Document = JSON.parse(await (await app.submit(token, { query, callback_url: callback })).text());
    await app.time.runDue();
    const response = await app.ask(`/v1/supervisor/search/${accepted.data.id}`, { token });
    expect(response.status).toBe(200);
    return JSON.parse(await response.text());
  }

  function included(document: Document, type: string): readonly Resource[] {
    return document.included.filter((one) => one.type === type);
  }

  function find(document: Document, type: string, id: string): Resource {
    const found = document.included.find((one) => one.type === type && one.id === id);
    if (found === undefined) throw new Error(`no ${type} ${id}`);
    return found;
  }

  test("lists the songs in rank order, each with its meta", async () => {
    const { data } = await resultFor(app.key({ mode: "live" }).token);
    expect(data.relationships.songs.data.map((song) => song.meta["rank"])).toEqual([1, 2]);
    for (const song of data.relationships.songs.data) {
      expect(Object.keys(song.meta).toSorted()).toEqual([
        "audio_file",
        "band",
        "rank",
        "reason_facts",
        "reasons",
        "score",
        "verdicts",
      ]);
    }
    const attributes = [
      "brief",
      "catalog_version",
      "completed_at",
      "context",
      "query",
      "asset_ids",
      "callback_url",
      "status",
    ];
    expect(Object.keys(data.attributes).toSorted()).toEqual(attributes.toSorted());
    expect(data.attributes["completed_at"]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  test("includes songs in rank order, then audio files, then artists, each referenced resource exactly once", async () => {
    const document = await resultFor(app.key({ mode: "live" }).token);
    const order = document.included.map((one) => one.type);
    expect([...order].toSorted((a, b) => rankOf(a) - rankOf(b))).toEqual(order);
    expect(included(document, "songs").map((song) => song.id)).toEqual(
      document.data.relationships.songs.data.map((song) => song.id),
    );
    const names = document.included.map((one) => `${one.type}/${one.id}`);
    expect(new Set(names).size).toBe(names.length);
    const referred = included(document, "songs").flatMap((song) =>
      Object.values(song.relationships ?? {}).flatMap(({ data }) => data.map((one) => `${one.type}/${one.id}`)),
    );
    expect(new Set(referred)).toEqual(new Set(names.filter((name) => !name.startsWith("songs/"))));
  });

  function rankOf(type: string): number {
    return ["songs", "audio_files", "artists"].indexOf(type);
  }

  test("lists the primary file first, then the others, and no file without media", async () => {
    const document = await resultFor(app.key({ mode: "live" }).token);
    const files = find(document, "songs", "duo").relationships?.["audio_files"]?.data.map((file) => file.id);
    expect(files).toEqual(["duo-main", "duo-inst", "duo-drums"]);
    expect(included(document, "audio_files").map((file) => file.id)).toEqual(["duo-main", "duo-inst", "duo-drums"]);
    expect(find(document, "songs", "solo").relationships?.["audio_files"]?.data).toEqual([]);
  });

  test("says whether a song has vocal and instrumental versions, including files without media and stems", async () => {
    const document = await resultFor(app.key({ mode: "live" }).token);
    expect(find(document, "songs", "duo").attributes).toMatchObject({
      has_vocal_version: true,
      has_instrumental_version: true,
    });
    expect(find(document, "songs", "solo").attributes).toMatchObject({
      has_vocal_version: true,
      has_instrumental_version: false,
    });
    expect(find(document, "audio_files", "duo-main").attributes).toMatchObject({
      song_id: "duo",
      instrumental: false,
      duration: 180.5,
    });
    expect(find(document, "audio_files", "duo-inst").attributes).toMatchObject({ instrumental: true });
  });

  test("signs URLs with key, search_id, token and expires, usable for seven days from the answer", async () => {
    const { key, token } = app.key({ mode: "live" });
    const document = await resultFor(token);
    const versions = find(document, "audio_files", "duo-main").attributes["versions"] as { mp3: string; wav: string };
    for (const text of [versions.mp3, versions.wav, String(find(document, "songs", "duo").attributes["stems"])]) {
      const url = new URL(text);
      expect(url.origin).toBe(BASE_URL);
      expect([...url.searchParams.keys()].toSorted()).toEqual(["expires", "key", "search_id", "token"]);
      expect(url.searchParams.get("key")).toBe(key.id);
      expect(url.searchParams.get("search_id")).toBe(document.data.id);
      expect(Number(url.searchParams.get("expires"))).toBe(Math.floor((app.time.now() + 7 * DAY_MS) / SECOND_MS));
      expect((await app.ask(text)).status).toBe(200);
    }
  });

  test("gives a live key full MP3, WAV and stems", async () => {
    const document = await resultFor(app.key({ mode: "live" }).token);
    const { versions } = find(document, "audio_files", "duo-main").attributes as { versions: Record<string, string> };
    expect(versions["mp3"]).toContain("/full.mp3?");
    expect(versions["wav"]).toContain("/full.wav?");
    expect(find(document, "songs", "duo").attributes["stems"]).toContain("/stems.zip?");
  });

  test.each(["test", "trial"] as const)(
    "gives a %s key a watermarked MP3, and null for WAV and stems",
    async (mode) => {
      const document = await resultFor(app.key({ mode }).token);
      for (const file of included(document, "audio_files")) {
        const { versions } = file.attributes as { versions: Record<string, string | null> };
        expect(versions["mp3"]).toContain("/watermarked.mp3?");
        expect(versions["wav"]).toBeNull();
      }
      expect(find(document, "songs", "duo").attributes["stems"]).toBeNull();
    },
  );

  test("shows public playlists, and private ones only to keys with a grant", async () => {
    const plain = await resultFor(app.key().token);
    const granted = await resultFor(app.key({ playlistIds: [2] }).token);
    expect(find(plain, "songs", "duo").attributes["playlist_ids"]).toEqual([1]);
    expect(find(granted, "songs", "duo").attributes["playlist_ids"]).toEqual([1, 2]);
  });

  test("shows an artist with an unsigned image, or null", async () => {
    const document = await resultFor(app.key().token);
    expect(find(document, "artists", "ada").attributes).toEqual({ name: "Ada Field", image: SHARED_ARTIST.image });
    expect(find(document, "artists", "ben").attributes).toEqual({ name: "Ben Okoro", image: null });
  });

  test("selects the instrumental mix if no vocals are wanted", async () => {
    const document = await resultFor(app.key({ mode: "live" }).token, "calm, no vocals");
    const songs = document.data.relationships.songs.data;
    expect(songs.map((song) => song.id)).toEqual(["duo"]);
    expect(songs[0]?.meta).toMatchObject({ audio_file: "duo-inst", verdicts: [{ verdict: "met" }] });
  });

  test("is not stored: only the ranking is, without URLs and titles", async () => {
    await resultFor(app.key({ mode: "live" }).token);
    expect(app.core.db.orm.select().from(answers).all().length).toBeGreaterThan(0);
    for (const { answer } of app.core.db.orm.select().from(answers).all()) {
      expect(Value.Check(Answer, JSON.parse(answer))).toBe(true);
      expect(answer).not.toContain("http");
      expect(answer).not.toContain("Two Rooms");
    }
  });

  test("leaves out a song that was retired since, has changed metadata, and has ranks without a gap", async () => {
    const { token } = app.key({ mode: "live" });
    const before = await resultFor(token);
    const firstId = before.data.relationships.songs.data[0]?.id ?? "";
    const kept = DUMP.filter((line) => line.id !== firstId).map((line) =>
      line.id === undefined ? line : { ...line, title: "Renamed" },
    );
    await app.import(kept);
    const after = await resultFor(token);
    expect(after.data.relationships.songs.data).toHaveLength(1);
    expect(after.data.relationships.songs.data[0]?.meta["rank"]).toBe(1);
    expect(included(after, "songs")[0]?.attributes["title"]).toBe("Renamed");
    await app.import(DUMP);
  });
});
