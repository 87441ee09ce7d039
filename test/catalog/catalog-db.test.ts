import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { rm } from "node:fs/promises";
import { CatalogDb } from "../../src/catalog/catalog-db.ts";
import { generationDir } from "../../src/catalog/generation.ts";
import { CatalogFixture } from "./import/catalog-fixture.ts";

let catalog: CatalogFixture;
beforeEach(async () => {
  catalog = await CatalogFixture.make();
});
afterEach(() => catalog.remove());

const LINES = [
  {
    id: "1",
    title: "Glass Harbour",
    description: "d",
    lyrics: "l",
    energy: "high",
    isEnergyGiven: true,
    explicit: false,
    isrc: "QZABC2400001",
    released_at: 5,
    bpm: 128,
    key: { name: "A", mode: "minor" },
    tags: { genre: ["electronic"] },
    artists: [
      { id: "78", name: "Bo", image: "https://x.test/bo.png" },
      { id: "77", name: "Ada" },
    ],
    audio_files: [
      { id: "9002", description: "Full mix", vocals: "lead", duration: 183.2 },
      { id: "9001", vocals: "none", stem: true },
    ],
    playlists: [31, 12],
  },
  { id: "2", title: "Second", artists: [{ id: "77" }] },
  { playlist: { id: 12, name: "Open road", public: true } },
];

describe("a catalog", () => {
  test("returns complete songs for several ids and leaves out unknown ids", async () => {
    await catalog.importLines(LINES);
    const songs = catalog.read((db) => db.songsByIds(["2", "nobody", "1", "2"]));
    expect([...songs.keys()].toSorted()).toEqual(["1", "2"]);
    expect(songs.get("2")).toMatchObject({ artists: [{ id: "77", name: "Ada" }], audioFiles: [], playlists: [] });
    expect(songs.get("1")).toEqual({
      ordinal: 0,
      id: "1",
      title: "Glass Harbour",
      description: "d",
      lyrics: "l",
      energy: "high",
      isEnergyGiven: true,
      explicit: false,
      isrc: "QZABC2400001",
      releasedAt: 5,
      bpm: 128,
      keyName: "A",
      keyMode: "minor",
      tags: { genre: ["electronic"], mood: [], instrument: [], characteristic: [] },
      stemsPath: null,
      artists: [
        { id: "78", name: "Bo", imageUrl: "https://x.test/bo.png", imagePath: null },
        { id: "77", name: "Ada", imageUrl: null, imagePath: null },
      ],
      audioFiles: [
        {
          id: "9002",
          description: "Full mix",
          vocals: "lead",
          duration: 183.2,
          stem: false,
          wavPath: null,
          mp3Path: null,
        },
        { id: "9001", description: "", vocals: "none", duration: null, stem: true, wavPath: null, mp3Path: null },
      ],
      playlists: [
        { id: 12, public: true },
        { id: 31, public: false },
      ],
      rights: null,
    });
  });

  test("returns a file with its song, an artist, and null for unknown ids", async () => {
    await catalog.importLines(LINES);
    catalog.read((db) => {
      expect(db.audioFile("9001")).toMatchObject({ songId: "1", id: "9001", stem: true });
      expect(db.audioFile("1")).toBeNull();
      expect(db.artist("78")).toEqual({ id: "78", name: "Bo", imageUrl: "https://x.test/bo.png", imagePath: null });
      expect(db.artist("nobody")).toBeNull();
      expect(db.songsByIds([]).size).toBe(0);
    });
  });

  test("streams documents in ordinal order across chunks", async () => {
    const many = Array.from({ length: 4_100 }, (_, at) => ({
      id: `s${at}`,
      title: "T",
      artists: [{ id: `a${at % 7}`, name: "A" }],
      audio_files: [{ id: `f${at}`, vocals: "none" }],
      playlists: at % 2 === 0 ? [1] : [],
    }));
    await catalog.importLines(many);
    const documents = catalog.read((db) => Array.from(db.documents()));
    expect(documents.map((song) => song.id)).toEqual(many.map((song) => song.id));
    expect(documents[4_001]).toMatchObject({
      artists: [{ id: "a4", name: "A" }],
      audioFiles: [{ id: "f4001", vocals: "none", hasMedia: false, stem: false }],
      playlistIds: [],
      energy: null,
      energyInferred: "medium",
      explicit: null,
    });
    expect(documents[4_000]?.playlistIds).toEqual([1]);
    expect(documents[4_000]?.publicPlaylists).toEqual([]);
  });

  test("includes public playlists in a document and leaves out private ones", async () => {
    await catalog.importLines([
      { playlist: { id: 1, name: "Open road", public: true } },
      { playlist: { id: 2, name: "Secret pitch", public: false } },
      { id: "a", title: "T", artists: [{ id: "x", name: "A" }], audio_files: [{ id: "f" }], playlists: [1, 2] },
    ]);
    const [document] = catalog.read((db) => Array.from(db.documents()));
    expect(document).toMatchObject({ playlistIds: [1, 2], publicPlaylists: [{ id: 1, name: "Open road" }] });
  });

  test("cannot be opened without its folder, but stays usable if it is open", async () => {
    await catalog.importLines(LINES);
    const generation = { number: 1, version: "v", songs: 2 };
    const db = CatalogDb.open(catalog.dataDir, generation);
    await rm(generationDir(catalog.dataDir, 1), { recursive: true });
    expect(() => CatalogDb.open(catalog.dataDir, generation)).toThrow("Generation 1 of the catalog cannot be opened");
    expect(db.songsByIds(["1"]).size).toBe(1);
    db.close();
    db.close();
  });
});
