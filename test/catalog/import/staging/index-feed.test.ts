import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { FactsReader, recordFacts } from "../../../../src/audio/facts-store.ts";
import { currentGeneration, generationDir, indexPath } from "../../../../src/catalog/generation.ts";
import { runNow } from "../../../../src/db/work.ts";
import type { CheckedSong } from "../../../../src/catalog/import/check/checked-record.ts";
import { IndexFeed } from "../../../../src/catalog/import/staging/index-feed.ts";
import { fillMeasured } from "../../../../src/catalog/measured-documents.ts";
import { reindex } from "../../../../src/catalog/reindex.ts";
import { CatalogFixture } from "../catalog-fixture.ts";

/** More than a catalog has that is indexed without a thread. */
const SONGS = 1_300;

let catalog: CatalogFixture;
beforeEach(async () => {
  catalog = await CatalogFixture.make();
});
afterEach(() => catalog.remove());

function song(number: number, fields: object = {}): object {
  const genre = ["ambient", "Rock", "hip hop"][number % 3];
  return {
    id: `s${number}`,
    title: `Song ${number}`,
    description: `No drums, ${["calm", "tense", "bright"][number % 3]} strings and piano`,
    lyrics: number % 7 === 0 ? "over the hills" : "",
    bpm: 60 + (number % 90),
    key: { name: "F#", mode: "minor" },
    tags: { genre: [genre], mood: number % 2 === 0 ? ["calm"] : [] },
    artists: [{ id: `a${number % 40}`, name: `Artist ${number % 40}` }],
    audio_files: [{ id: `f${number}`, vocals: "none", duration: 100.1 + number }],
    ...fields,
  };
}

function songs(count = SONGS, fields: (number: number) => object = () => ({})): object[] {
  return Array.from({ length: count }, (_, number) => song(number, fields(number)));
}

/** Expects the index of the current generation to be the one that is built from its rows. */
async function expectIndexOfRows(): Promise<void> {
  const number = runNow(currentGeneration(catalog.serviceDb))?.number ?? 0;
  const path = indexPath(generationDir(catalog.dataDir, number));
  const imported = await readFile(path);
  await reindex(catalog.serviceDb, catalog.dataDir);
  expect(imported.equals(await readFile(path))).toBe(true);
}

describe("the index that a thread builds during an import is that of the rows", () => {
  test("of a new catalog", async () => {
    expect((await catalog.importLines(songs())).added).toBe(SONGS);
    await expectIndexOfRows();
  });

  test("if a later record renames an artist", async () => {
    await catalog.importLines([...songs(), { artist: { id: "a3", name: "Somebody Else" } }]);
    expect(catalog.song("s3")?.artists[0]?.name).toBe("Somebody Else");
    await expectIndexOfRows();
  });

  test("if artists are named after their songs, or only once", async () => {
    const unnamed = songs(SONGS, (number) => (number < 40 ? {} : { artists: [{ id: `a${number % 60}` }] }));
    const names = Array.from({ length: 20 }, (_, at) => ({ artist: { id: `a${at + 40}`, name: `Late ${at}` } }));
    await catalog.importLines([...unnamed, ...names]);
    expect(catalog.song("s45")?.artists[0]?.name).toBe("Late 5");
    await expectIndexOfRows();
  });

  test("if a song occurs twice", async () => {
    await catalog.importLines([...songs(), song(5, { title: "Another title", tags: { genre: ["polka"] } })]);
    expect(catalog.song("s5")?.title).toBe("Another title");
    await expectIndexOfRows();
  });

  test("if songs are in playlists, which later lines define", async () => {
    const listed = songs(SONGS, (number) => (number % 10 === 0 ? { playlists: [1, 2] } : {}));
    const playlists = [
      { playlist: { id: 1, name: "Trailers", public: true } },
      { playlist: { id: 2, name: "Secret", public: false } },
    ];
    await catalog.importLines([...listed, ...playlists]);
    await expectIndexOfRows();
  });

  test("if files move between songs", async () => {
    await catalog.importLines(songs());
    const moved = songs(SONGS, (number) => ({
      audio_files: [{ id: `f${(number + 1) % SONGS}`, vocals: "lead", duration: 90 }],
    }));
    expect(await catalog.importLines(moved)).toMatchObject({ updated: SONGS, rejected: 0 });
    await expectIndexOfRows();
  });

  test("of a catalog in which a second import changes, adds and retires songs", async () => {
    await catalog.importLines(songs());
    await catalog.importLines([song(7, { title: "Changed" }), song(SONGS + 1)]);
    await expectIndexOfRows();
    const others = [...songs(1_100), ...[1, 2, 3].map((number) => song(2_000 + number))];
    expect(await catalog.importLines(others, { replace: true })).toMatchObject({ added: 3, retired: 201 });
    await expectIndexOfRows();
  });

  test("with what was measured", async () => {
    const path = await catalog.write("tone.wav", "RIFF");
    const files = (number: number): object => ({
      bpm: null,
      audio_files: [{ id: `f${number}`, vocals: "none", wav: number % 5 === 0 ? "tone.wav" : "" }],
    });
    await catalog.importLines(songs(SONGS, files));
    const digest = "ab".repeat(32);
    catalog.serviceDb.sqlite.run("UPDATE media_sources SET digest = ? WHERE ref = ?", [digest, path]);
    const facts = {
      duration: 61.5,
      sample_rate: 44_100,
      channels: 2,
      loudness: null,
      true_peak: null,
      bpm: { value: 120, confidence: 0.95 },
      key: null,
      energy: null,
    };
    await catalog.serviceDb.write((tx) => recordFacts(tx, digest, { facts }, catalog.now));
    expect((await catalog.serviceDb.read(new FactsReader(catalog.serviceDb).of([path]))).size).toBe(1);
    await catalog.importLines(songs(SONGS, (number) => ({ ...files(number), title: `Again ${number}` })));
    await expectIndexOfRows();
  });
});

test("an import without changes passes no songs on", async () => {
  await catalog.importLines(songs());
  const feed = feedOf(catalog);
  for (let ordinal = 0; ordinal < 10; ordinal++) feed.stage(ordinal, checkedSong(`s${ordinal}`), false);
  expect(feed.size).toBe(0);
  expect((await catalog.importLines(songs())).unchanged).toBe(SONGS);
});

describe("a song is passed on when it is staged", () => {
  test("unless another record can still change its document", () => {
    const feed = feedOf(catalog);
    feed.stage(0, checkedSong("plain"), true);
    feed.stage(1, checkedSong("unnamed", { artists: [{ id: "a", name: "", imageUrl: null, image: null }] }), true);
    feed.stage(2, checkedSong("listed", { playlistIds: [7] }), true);
    expect([0, 1, 2].map((ordinal) => feed.has(ordinal))).toEqual([true, false, false]);
  });

  test("and all are passed again after one was removed, staged again, or got another name", () => {
    const changes: ((feed: IndexFeed) => void)[] = [
      (feed) => feed.drop([0]),
      (feed) => feed.stage(0, checkedSong("one"), false),
      (feed) => feed.name({ id: "a", name: "Other", imageUrl: null, image: null }),
    ];
    for (const change of changes) {
      const feed = feedOf(catalog);
      feed.stage(0, checkedSong("one", { artists: [{ id: "a", name: "A", imageUrl: null, image: null }] }), true);
      expect(feed.size).toBe(1);
      change(feed);
      expect(feed.size).toBe(0);
    }
  });

  test("and stays passed if an artist keeps its name", () => {
    const feed = feedOf(catalog);
    feed.stage(0, checkedSong("one", { artists: [{ id: "a", name: "A", imageUrl: null, image: null }] }), true);
    feed.name({ id: "a", name: "A", imageUrl: "https://example.com/a.png", image: null });
    feed.name({ id: "a", name: "", imageUrl: null, image: null });
    expect(feed.size).toBe(1);
  });
});

function feedOf({ serviceDb }: CatalogFixture): IndexFeed {
  return new IndexFeed({ fill: fillMeasured(serviceDb), signal: null });
}

function checkedSong(id: string, fields: Partial<CheckedSong> = {}): CheckedSong {
  return {
    id,
    title: id,
    description: "",
    energy: null,
    energyInferred: "medium",
    explicit: null,
    lyrics: "",
    isrc: null,
    releasedAt: null,
    bpm: null,
    keyName: "",
    keyMode: "",
    tags: { genre: [], mood: [], instrument: [], characteristic: [] },
    stems: null,
    artists: [],
    audioFiles: [],
    playlistIds: [],
    ...fields,
  };
}
