import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { BLOCK_SONGS, BlockSet, encodeOffsets } from "../../src/catalog/filter-block.ts";
import { FilterWriter } from "../../src/catalog/import/staging/filter-store.ts";
import { CATALOG_QUERIES } from "../../src/catalog/catalog-db.ts";
import { LIST_QUERIES, listOrdinals } from "../../src/catalog/list-store.ts";
import { SONG_MEDIA_QUERY } from "../../src/catalog/song-media-store.ts";
import { LISTING_QUERIES } from "../../src/catalog/listing/listing-store.ts";
import { parseSongFilter, type SongFilter } from "../../src/catalog/song-filter.ts";
import { DOCUMENT_QUERIES, type NumberedDocument } from "../../src/catalog/document-store.ts";
import { migrations } from "../../schema/migrations/catalog/list.ts";
import { migrate } from "../../src/db/migrate.ts";
import { CatalogFixture } from "./import/catalog-fixture.ts";

const SONGS = [
  {
    id: "1",
    tags: { genre: ["Ambient"], mood: ["calm"], instrument: ["piano"], characteristic: ["sparse"] },
    energy: "low",
    bpm: 60,
    key: { name: "A", mode: "minor" },
    artists: [{ id: "77", name: "Ada Field" }],
    audio_files: [{ id: "f1", vocals: "lead" }],
  },
  {
    id: "2",
    tags: { genre: ["ambient", "Hip-Hop"] },
    energy: "high",
    bpm: 120,
    explicit: true,
    artists: [{ id: "78", name: "ADA FIELD" }],
    audio_files: [
      { id: "f2", vocals: "lead" },
      { id: "f3", vocals: "none" },
    ],
  },
  {
    id: "3",
    tags: { mood: ["Calm", "ambient"] },
    bpm: 124,
    audio_files: [{ id: "f4", vocals: "background", stem: true }],
  },
  { id: "4", tags: { genre: ["metal"] }, bpm: 125, key: { name: "A", mode: "major" }, audio_files: [{ id: "f5" }] },
  { id: "5", artists: [{ id: "99", name: "Bo" }, { id: "77" }], key: { name: "A" } },
].map((song) => ({ title: song.id, ...song }));

function filterOf(raw: Readonly<Record<string, string>>): SongFilter {
  const parsed = parseSongFilter(raw, 0);
  if (parsed.kind === "complaints") throw new Error(JSON.stringify(parsed.complaints));
  return parsed.filter;
}

describe("a list of songs", () => {
  let catalog: CatalogFixture;
  beforeAll(async () => {
    catalog = await CatalogFixture.make();
    await catalog.importLines(SONGS);
  });
  afterAll(() => catalog.remove());

  const list = (raw: Readonly<Record<string, string>>): string[] =>
    catalog.read((db) => db.listSongs(filterOf(raw), null, 100).songs.map((song) => song.id));

  test.each<[Readonly<Record<string, string>>, string[]]>([
    [{}, ["1", "2", "3", "4", "5"]],
    [{ genre: "AMBIENT" }, ["1", "2"]],
    [{ mood: "ambient" }, ["3"]],
    [{ genre: "hip-hop,metal" }, ["2", "4"]],
    [{ genre: "ambient", mood: "calm" }, ["1"]],
    [{ instrument: "Piano", characteristic: "sparse" }, ["1"]],
    [{ genre: "polka" }, []],
    [{ genre: "ambient", mood: "polka" }, []],
    [{ energy: "high" }, ["2", "4"]],
    [{ energy: "low,medium" }, ["1", "3", "5"]],
    [{ bpm: "120" }, ["2"]],
    [{ bpm: "118..124" }, ["2", "3"]],
    [{ bpm: "60,125..130" }, ["1", "4"]],
    [{ key: "a minor" }, ["1"]],
    [{ key: "A Minor,A major" }, ["1", "4"]],
    [{ key: "A" }, ["5"]],
    [{ artist: "77" }, ["1", "5"]],
    [{ artist: "ada field" }, ["1", "2", "5"]],
    [{ artist: "Bo,78" }, ["2", "5"]],
    [{ instrumental: "true" }, ["2", "3"]],
    [{ instrumental: "false" }, ["1", "4", "5"]],
    [{ explicit: "true" }, ["2"]],
    [{ explicit: "false", bpm: "1..999" }, ["1", "3", "4"]],
    [{ explicit: "true,false", artist: "77" }, ["1", "5"]],
  ])("contains the songs that match %j", (raw, ids) => {
    expect(list(raw)).toEqual(ids);
  });

  test("has pages without gaps or repeats, and no next link on the last page", () => {
    const pages: string[][] = [];
    catalog.read((db) => {
      for (let after: number | null = null; ;) {
        const page = db.listSongs(filterOf({ explicit: "false" }), after, 2);
        pages.push(page.songs.map((song) => song.id));
        if (page.next === null) return;
        after = page.next;
      }
    });
    expect(pages).toEqual([
      ["1", "3"],
      ["4", "5"],
    ]);
  });

  test("of exactly one page has no next page", () => {
    catalog.read((db) => {
      expect(db.listSongs(filterOf({}), null, 5).next).toBeNull();
      expect(db.listSongs(filterOf({}), 3, 5)).toMatchObject({ songs: [{ id: "5" }], next: null });
      expect(db.listSongs(filterOf({}), 4, 5)).toEqual({ songs: [], next: null });
    });
  });
});

describe("the media of songs", () => {
  let catalog: CatalogFixture;
  beforeAll(async () => {
    catalog = await CatalogFixture.make();
    await catalog.importLines(SONGS);
  });
  afterAll(() => catalog.remove());

  test("come in pages, with the same fields as complete songs, and without hidden ones", () => {
    catalog.read((db) => {
      const ofSongs = db.listSongs(filterOf({}), null, 9).songs.map(({ id, title, stemsPath, audioFiles }) => {
        const files = audioFiles.map((file) => {
          const { id: fileId, description, stem, wavPath, mp3Path } = file;
          return { id: fileId, description, stem, wavPath, mp3Path };
        });
        return { id, title, stemsPath, audioFiles: files };
      });
      const first = db.songMediaAfter(null, 2);
      const second = db.songMediaAfter(first.next, 3);
      expect([...first.songs, ...second.songs]).toEqual(ofSongs);
      expect([first.next, second.next]).toEqual([1, null]);
      expect(ofSongs.map(({ audioFiles }) => audioFiles.length)).toEqual([1, 2, 1, 1, 0]);
      db.hide(new Set(["2"]));
      expect(db.songMediaAfter(null, 2)).toMatchObject({ songs: [{ id: "1" }], next: 1 });
      expect(db.songMediaAfter(4, 2)).toEqual({ songs: [], next: null });
    });
  });
});

describe("every query of a catalog", () => {
  // The number of playlists is small, and counting them reads all.
  const { playlistCount: _playlistCount, ...listingQueries } = LISTING_QUERIES;
  const all = [LIST_QUERIES, CATALOG_QUERIES, DOCUMENT_QUERIES, listingQueries, { media: SONG_MEDIA_QUERY }];
  test.each(all.flatMap((queries) => Object.entries(queries)))("uses an index: %s", (_name, query) => {
    withEmptyCatalog((sqlite) => {
      const rows = sqlite.query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${query}`).all();
      const steps = rows.map(({ detail }) => detail).filter((detail) => /^(SCAN|SEARCH)/.test(detail));
      expect(steps).not.toBeEmpty();
      // Only the list of ids from the parameter is scanned, and the page of songs that a subquery has found.
      const usesIndex = /^SEARCH \w+ USING |^SEARCH songs$|^SCAN (w|json_each) VIRTUAL TABLE|^SCAN page$/;
      expect(steps.filter((detail) => !usesIndex.test(detail))).toEqual([]);
    });
  });
});

describe("filters over many blocks", () => {
  test("find the same songs as a check of every song", () => {
    const ordinal = fc.integer({ min: 0, max: BLOCK_SONGS * 3 });
    const song = fc.record({ ordinal, genre: fc.subarray(["a", "b", "c"]), mood: fc.subarray(["x", "y"]) });
    const songs = fc.uniqueArray(song, { selector: (one) => one.ordinal, maxLength: 60 });
    const filter = fc.record({
      genre: fc.subarray(["a", "b", "c"], { minLength: 1 }),
      mood: fc.subarray(["x", "y"], { minLength: 1 }),
    });
    const property = fc.property(
      songs,
      filter,
      fc.option(ordinal),
      fc.integer({ min: 1, max: 9 }),
      (given, wanted, after, limit) => {
        const ordered = given.toSorted((a, b) => a.ordinal - b.ordinal);
        withEmptyCatalog((sqlite) => {
          const writer = new FilterWriter(sqlite);
          for (const one of ordered) writer.add(documentOf(one.ordinal, one.genre, one.mood));
          writer.finish();
          const raw = { genre: wanted.genre.join(","), mood: wanted.mood.join(",") };
          const expected = ordered
            .filter((one) => one.ordinal > (after ?? -1))
            .filter((one) => one.genre.some((tag) => wanted.genre.includes(tag)))
            .filter((one) => one.mood.some((tag) => wanted.mood.includes(tag)))
            .map((one) => one.ordinal);
          expect(listOrdinals(sqlite, filterOf(raw), after, limit)).toEqual(expected.slice(0, limit));
        });
      },
    );
    fc.assert(property, { numRuns: 60 });
  });

  test("store every offset of a block, including the last bit", () => {
    const property = fc.property(fc.uniqueArray(fc.integer({ min: 0, max: BLOCK_SONGS - 1 })), (offsets) => {
      const set = new BlockSet();
      set.addAll(encodeOffsets(offsets));
      expect(Array.from(set.offsets())).toEqual(offsets.toSorted((a, b) => a - b));
    });
    fc.assert(property, { examples: [[[0, 31, 32, 63, BLOCK_SONGS - 1]]] });
  });
});

function withEmptyCatalog(check: (sqlite: Database) => void): void {
  const sqlite = new Database(":memory:", { strict: true });
  migrate(sqlite, migrations);
  check(sqlite);
  sqlite.close();
}

function documentOf(ordinal: number, genre: readonly string[], mood: readonly string[]): NumberedDocument {
  return {
    ordinal,
    id: String(ordinal),
    title: "",
    description: "",
    lyrics: "",
    artists: [],
    tags: { genre, mood, instrument: [], characteristic: [] },
    energy: null,
    energyInferred: "medium",
    explicit: null,
    bpm: null,
    keyName: "",
    keyMode: "",
    releasedAt: null,
    playlistIds: [],
    hasStems: false,
    audioFiles: [],
  };
}
