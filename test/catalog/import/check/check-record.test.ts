import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { ReportEntry } from "../../../../src/catalog/import/report.ts";
import type { ImportOutcome } from "../../../../src/catalog/import/import-catalog.ts";
import { CatalogFixture } from "../catalog-fixture.ts";

const SONG = { id: "1", title: "Glass Harbour" };
const file = (fields: object): object => ({ ...SONG, audio_files: [{ id: "9", ...fields }] });

const REJECTED: readonly [title: string, line: object | string, field: string, reason: RegExp][] = [
  ["that is not JSON", '{"id":"1",', "", /^not valid JSON: /],
  ["that is not an object", "[1]", "", /^expected a JSON object, got \[1\]$/],
  ["that is a number", "17", "", /^expected a JSON object, got 17$/],
  ["without an id", { title: "A" }, "id", /^missing; expected text$/],
  ["without a title", { id: "1" }, "title", /^missing; expected text$/],
  ["whose title is null", { id: "1", title: null }, "title", /^missing/],
  ["whose title is blank", { id: "1", title: "  " }, "title", /empty/],
  ["whose id is blank", { id: " ", title: "A" }, "id", /empty/],
  ["whose id is a number", { id: 1, title: "A" }, "id", /^expected text, got 1$/],
  ["whose id is too long", { id: "é".repeat(129), title: "A" }, "id", /at most 128 characters/],
  ["whose id contains a control character", { id: "a\tb", title: "A" }, "id", /control characters/],
  ["whose id is a lone surrogate", '{"id":"a\\ud800","title":"A"}', "id", /control characters/],
  ["whose text contains NUL", { ...SONG, lyrics: "a\0b" }, "lyrics", /NUL/],
  ["whose energy is unknown", { ...SONG, energy: "extreme" }, "energy", /^expected one of very_low, low, .*"extreme"$/],
  ["whose explicit is text", { ...SONG, explicit: "no" }, "explicit", /^expected true or false, got "no"$/],
  ["whose bpm is text", { ...SONG, bpm: "128" }, "bpm", /^expected a number above 0 and up to 1000, got "128"$/],
  ["whose bpm is zero", { ...SONG, bpm: 0 }, "bpm", /got 0$/],
  ["whose bpm rounds to zero", { ...SONG, bpm: 0.2 }, "bpm", /got 0.2$/],
  ["whose bpm is negative", { ...SONG, bpm: -3 }, "bpm", /got -3$/],
  ["whose isrc is too short", { ...SONG, isrc: "QZABC24" }, "isrc", /12 letters and digits/],
  ["whose release is a date", { ...SONG, released_at: "2024-05-01" }, "released_at", /seconds/],
  ["whose key is text", { ...SONG, key: "A minor" }, "key", /name and mode/],
  ["whose key's mode is a number", { ...SONG, key: { name: "A", mode: 1 } }, "key.mode", /^expected text, got 1$/],
  ["whose tags are a list", { ...SONG, tags: ["calm"] }, "tags", /the lists genre/],
  ["with a tag that is not text", { ...SONG, tags: { mood: ["calm", 3] } }, "tags.mood[1]", /^expected text, got 3$/],
  ["whose artists are an object", { ...SONG, artists: {} }, "artists", /a list of artists/],
  ["with a nameless artist", { ...SONG, artists: [{}] }, "artists[0]", /an id or a name/],
  [
    "with an http image",
    { ...SONG, artists: [{ id: "7", image: "http://x.test/a.png" }] },
    "artists[0].image",
    /https/,
  ],
  [
    "with a data image",
    { ...SONG, artists: [{ id: "7", image: "data:image/png;base64,AA" }] },
    "artists[0].image",
    /https/,
  ],
  [
    "with an image whose URL is too long",
    { ...SONG, artists: [{ id: "7", image: `https://x.test/${"a".repeat(2_048)}` }] },
    "artists[0].image",
    /at most 2048 characters, got 2063/,
  ],
  ["whose artist's id is too long", { ...SONG, artists: [{ id: "x".repeat(129) }] }, "artists[0].id", /at most 128/],
  ["whose file's id is too long", file({ id: "x".repeat(129) }), "audio_files[0].id", /at most 128/],
  ["with a file without an id", { ...SONG, audio_files: [{}] }, "audio_files[0].id", /^missing/],
  ["that lists a file twice", { ...SONG, audio_files: [{ id: "9" }, { id: "9" }] }, "audio_files[1].id", /twice/],
  ["with unknown vocals", file({ vocals: "choir" }), "audio_files[0].vocals", /lead, background, none/],
  ["with a negative duration", file({ duration: -1 }), "audio_files[0].duration", /seconds/],
  ["with an absolute path", file({ wav: "/etc/passwd" }), "audio_files[0].wav", /relative to the dump/],
  ["with a drive letter in a path", file({ mp3: "C:\\a.mp3" }), "audio_files[0].mp3", /relative to the dump/],
  ["with a path that leads out", file({ wav: "a/../../b.wav" }), "audio_files[0].wav", /out of the dump's folder/],
  ["whose stems lead out", { ...SONG, stems: "../stems.zip" }, "stems", /out of the dump's folder/],
  ["whose playlists are texts", { ...SONG, playlists: ["12"] }, "playlists[0]", /a whole number, got "12"/],
  ["that is a playlist without an id", { playlist: { name: "A" } }, "playlist.id", /^missing/],
  ["that is an empty artist", { artist: {} }, "artist", /an id or a name/],
  [
    "whose line is longer than 4 MiB",
    { id: "long", title: "L", lyrics: "la ".repeat(1_500_000) },
    "",
    /^the line is longer than 4194304 bytes$/,
  ],
];

describe("a record is rejected with file, line, field and reason", () => {
  let catalog: CatalogFixture;
  let outcome: ImportOutcome;
  let report: ReportEntry[] = [];
  beforeAll(async () => {
    catalog = await CatalogFixture.make();
    // Every invalid line is between two valid ones.
    const good = (at: number): object => ({ id: `good-${at}`, title: "Good" });
    outcome = await catalog.importLines([good(0), ...REJECTED.flatMap(([, line], at) => [line, good(at + 1)])]);
    report = await catalog.report();
  });
  afterAll(() => catalog.remove());

  test.each(REJECTED.map(([title, , field, reason], at) => [title, at, field, reason] as const))(
    "%s",
    (_title, at, field, reason) => {
      expect(report[at]).toEqual({
        file: expect.stringMatching(/dump\.jsonl$/),
        line: at * 2 + 2,
        field,
        reason: expect.stringMatching(reason),
      });
    },
  );

  test("and all others are imported", () => {
    const good = REJECTED.length + 1;
    expect(outcome).toMatchObject({ added: good, accepted: good, rejected: REJECTED.length });
    expect(report).toHaveLength(REJECTED.length);
    expect(catalog.ids()).toEqual(Array.from({ length: good }, (_, at) => `good-${at}`));
  });
});

const x = (length: number): string => "é".repeat(length);

/** Field, value above the limit, expected result, and reason in the report. */
const CUT: readonly [field: string, given: object, kept: object, reason: string][] = [
  ["title", { title: `${x(1_000)}y` }, { title: x(1_000) }, "at most 1000 characters, got more"],
  ["title", { title: "😀".repeat(1_001) }, { title: "😀".repeat(1_000) }, "at most 1000 characters, got more"],
  ["description", { description: x(20_001) }, { description: x(20_000) }, "at most 20000 characters, got more"],
  ["lyrics", { lyrics: x(100_001) }, { lyrics: x(100_000) }, "at most 100000 characters, got more"],
  ["key.name", { key: { name: x(51) } }, { keyName: x(50) }, "at most 50 characters, got more"],
  ["key.mode", { key: { mode: x(51) } }, { keyMode: x(50) }, "at most 50 characters, got more"],
  [
    "tags.mood",
    { tags: { mood: ["calm", x(101), x(100)] } },
    { tags: { genre: [], mood: ["calm", x(100)], instrument: [], characteristic: [] } },
    'at most 100 characters, got more ("éééééééééééééééééééééééééééééééééééééééé…); left out',
  ],
  [
    "tags.genre",
    { tags: { genre: Array.from({ length: 2_001 }, (_, n) => `g${n}`) } },
    { tags: expect.objectContaining({ genre: Array.from({ length: 2_000 }, (_, n) => `g${n}`) }) },
    "at most 2000, got 2001; the rest was left out",
  ],
  [
    "artists[0].name",
    { artists: [{ id: "7", name: x(501) }] },
    { artists: [expect.objectContaining({ id: "7", name: x(500) })] },
    "at most 500 characters, got more",
  ],
  [
    "artists",
    { artists: Array.from({ length: 2_001 }, (_, n) => ({ id: `a${n}` })) },
    { artists: Array.from({ length: 2_000 }, () => expect.anything()) },
    "at most 2000, got 2001",
  ],
  [
    "audio_files",
    { audio_files: Array.from({ length: 2_001 }, (_, n) => ({ id: `f${n}` })) },
    { audioFiles: Array.from({ length: 2_000 }, () => expect.anything()) },
    "at most 2000, got 2001",
  ],
  [
    "audio_files[0].description",
    { audio_files: [{ id: "9", description: x(1_001) }] },
    { audioFiles: [expect.objectContaining({ description: x(1_000) })] },
    "at most 1000 characters, got more",
  ],
  [
    "playlists",
    { playlists: Array.from({ length: 2_001 }, (_, n) => n) },
    { playlists: Array.from({ length: 2_000 }, () => expect.anything()) },
    "at most 2000, got 2001",
  ],
];

describe("a record is imported without an excess value, with a line in the report", () => {
  let catalog: CatalogFixture;
  beforeEach(async () => {
    catalog = await CatalogFixture.make();
  });
  afterEach(() => catalog.remove());

  test.each(CUT)("%s", async (field, given, kept, reason) => {
    const line = { ...SONG, ...given };
    const outcome = await catalog.importLines([line]);
    expect(outcome).toMatchObject({ added: 1, rejected: 0 });
    expect(catalog.song("1")).toMatchObject(kept);
    const report = await catalog.report();
    expect(report).toMatchObject([{ line: 1, field, reason: expect.stringContaining(`expected ${reason}`) }]);
    expect(outcome.warnings).toMatchObject([{ count: 1, message: expect.stringMatching(/cut off$|left out$/) }]);
    expect(await catalog.importLines([line])).toMatchObject({ added: 0, updated: 0, unchanged: 1 });
  });

  test("and warnings are counted by field", async () => {
    const artists = [{ name: `${x(500)}1` }, { name: `${x(500)}2` }];
    const outcome = await catalog.importLines([
      { ...SONG, artists },
      { playlist: { id: 1, name: x(501) } },
      { artist: { id: "7", name: x(501) } },
    ]);
    expect(outcome.warnings.map(({ message, count }) => [message, count])).toEqual([
      ["artists.name that is too long; cut off", 2],
      ["playlist.name that is too long; cut off", 1],
      ["artist.name that is too long; cut off", 1],
    ]);
    // Names that differ only after the limit belong to different artists.
    expect(catalog.song("1")?.artists).toHaveLength(2);
  });

  test("but only the rejection is reported for a rejected record", async () => {
    expect(await catalog.importLines([{ ...SONG, title: x(1_001), isrc: "short" }])).toMatchObject({ warnings: [] });
    expect(await catalog.report()).toMatchObject([{ field: "isrc" }]);
  });
});

describe("a record is imported", () => {
  let catalog: CatalogFixture;
  beforeEach(async () => {
    catalog = await CatalogFixture.make();
  });
  afterEach(() => catalog.remove());

  test("with only id and title: missing texts and lists are empty", async () => {
    await catalog.importLines([{ id: " 1042 ", title: " Glass Harbour " }]);
    expect(catalog.song("1042")).toEqual({
      ordinal: 0,
      id: "1042",
      title: "Glass Harbour",
      description: "",
      energy: "medium",
      isEnergyGiven: false,
      explicit: false,
      lyrics: "",
      isrc: null,
      releasedAt: null,
      bpm: null,
      keyName: "",
      keyMode: "",
      tags: { genre: [], mood: [], instrument: [], characteristic: [] },
      stemsPath: null,
      artists: [],
      audioFiles: [],
      playlists: [],
      rights: null,
    });
  });

  test("with null and empty words treated as missing", async () => {
    const nothing = {
      description: null,
      energy: "",
      explicit: null,
      lyrics: null,
      isrc: "",
      released_at: null,
      bpm: null,
    };
    const audioFile = { id: "9", vocals: "", duration: null, wav: null, mp3: "" };
    const outcome = await catalog.importLines([
      {
        ...SONG,
        ...nothing,
        key: null,
        tags: { genre: null },
        artists: [{ id: "7", image: null }],
        audio_files: [audioFile],
      },
    ]);
    expect(outcome).toMatchObject({ added: 1, rejected: 0, warnings: [], missingMedia: 0 });
    expect(catalog.song("1")).toMatchObject({ isrc: null, bpm: null, audioFiles: [{ vocals: null, wavPath: null }] });
  });

  test("with unambiguous mistakes corrected, and a warning", async () => {
    const outcome = await catalog.importLines([
      { id: "1", title: "A", isrc: "qz-abc-24-00001", released_at: 1_714_521_600_000, bpm: 127.6 },
      { id: "2", title: "B", isrc: "QZABC2400002", released_at: 1_714_521_600.5 },
    ]);
    expect(catalog.song("1")).toMatchObject({ isrc: "QZABC2400001", releasedAt: 1_714_521_600, bpm: 128 });
    expect(catalog.song("2")).toMatchObject({ isrc: "QZABC2400002", releasedAt: 1_714_521_600 });
    expect(outcome.warnings.map(({ message, line }) => [message, line])).toEqual([
      ["bpm with a fraction; rounded", 1],
      ["isrc written with hyphens, spaces or lower case; corrected", 1],
      ["released_at in milliseconds; corrected to seconds", 1],
      ["released_at with a fraction; corrected to whole seconds", 2],
    ]);
  });

  test("with unknown fields at every level, and one warning per field with its count", async () => {
    const { warnings } = await catalog.importLines([
      { id: "1", title: "A", label: "x", audio_files: [{ id: "9", rate: 44_100 }], tags: { era: ["80s"] } },
      { id: "2", title: "B", label: "y", artists: [{ id: "7", born: 1980 }], key: { name: "A", cents: 3 } },
      { playlist: { id: 1, color: "red" } },
    ]);
    expect(warnings.map(({ message, count }) => `${message} ${count}`).toSorted()).toEqual([
      "unknown field artists.born 1",
      "unknown field audio_files.rate 1",
      "unknown field key.cents 1",
      "unknown field label 2",
      "unknown field playlist.color 1",
      "unknown field tags.era 1",
    ]);
  });

  test("with different spellings of a tag merged", async () => {
    await catalog.importLines([{ ...SONG, tags: { mood: ["Calm", " calm ", "CALM", "", "tense"] } }]);
    expect(catalog.song("1")?.tags.mood).toEqual(["Calm", "tense"]);
  });

  test("with a release before 1970 and a very long list", async () => {
    const tags = { genre: Array.from({ length: 2_000 }, (_, at) => `genre ${at}`) };
    await catalog.importLines([{ ...SONG, released_at: -315_619_200, tags }]);
    expect(catalog.song("1")).toMatchObject({ releasedAt: -315_619_200, tags });
  });
});
