import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { currentGeneration } from "../../../src/catalog/generation.ts";
import { runNow } from "../../../src/db/work.ts";
import { acquireLock } from "../../../src/db/lock.ts";
import { CatalogFixture, jsonLines } from "./catalog-fixture.ts";

let catalog: CatalogFixture;
beforeEach(async () => {
  catalog = await CatalogFixture.make();
});
afterEach(() => catalog.remove());

const song = (id: string, more: object = {}): object => ({ id, title: `Song ${id}`, ...more });
const SONGS = [
  song("1", { tags: { mood: ["calm"] }, artists: [{ id: "7", name: "Ada" }], playlists: [12, 31] }),
  song("2", { audio_files: [{ id: "f2", vocals: "none" }], artists: [{ id: "8", name: "Bo" }] }),
  { playlist: { id: 12, name: "Open road", public: true } },
  song("3", { bpm: 120 }),
];

const generations = async (): Promise<string[]> => (await readdir(join(catalog.dataDir, "catalog"))).toSorted();

describe("an import", () => {
  test("of the same dump twice changes nothing", async () => {
    const first = await catalog.importLines(SONGS);
    expect(first).toMatchObject({ accepted: 3, added: 3, updated: 0, unchanged: 0, retired: 0, generation: 1 });
    expect(first.version).toMatch(/^[0-9a-f]{16}$/);
    const second = await catalog.importLines(SONGS);
    expect(second).toMatchObject({ added: 0, updated: 0, unchanged: 3, generation: 1, version: first.version });
    expect(await generations()).toEqual(["gen-000001"]);
  });

  test("updates changed songs without changing the order", async () => {
    const first = await catalog.importLines(SONGS);
    const second = await catalog.importLines([song("4"), song("2", { bpm: 90 }), SONGS[0] ?? {}]);
    expect(second).toMatchObject({ added: 1, updated: 1, unchanged: 1, retired: 0, generation: 2 });
    expect(second.version).not.toBe(first.version);
    expect(catalog.ids()).toEqual(["1", "2", "3", "4"]);
    expect(catalog.song("2")).toMatchObject({ bpm: 90, audioFiles: [], artists: [] });
  });

  test("gives the same content the same version, regardless of order and history", async () => {
    const { version } = await catalog.importLines(SONGS);
    const other = await CatalogFixture.make();
    try {
      await other.importLines([song("9"), song("2", { title: "Former title", artists: [{ id: "99", name: "Gone" }] })]);
      await other.importLines([song("3", { bpm: 120 })]);
      const last = await other.importLines(SONGS.toReversed(), { replace: true });
      expect(last).toMatchObject({ added: 1, updated: 1, unchanged: 1, retired: 1, version });
      expect(other.ids()).not.toEqual(catalog.ids());
    } finally {
      await other.remove();
    }
  });

  test("uses the last of several songs with the same id, with a warning, and changes nothing when repeated", async () => {
    const lines = [song("1", { bpm: 90 }), song("2"), song("1", { bpm: 100 })];
    const many = [...lines, ...Array.from({ length: 1_200 }, (_, at) => song(`x${at}`)), song("1", { bpm: 110 })];
    const { warnings, version } = await catalog.importLines(many);
    expect(warnings).toMatchObject([
      { message: "a song that the dump has more than once; the last one counts", count: 2 },
    ]);
    expect(catalog.song("1")?.bpm).toBe(110);
    expect(await catalog.importLines(many)).toMatchObject({
      added: 0,
      updated: 0,
      unchanged: 1_202,
      generation: 1,
      version,
    });
  });

  test("of an empty dump does not create a catalog", async () => {
    expect(await catalog.importLines(["nonsense"])).toMatchObject({
      rejected: 1,
      generation: null,
      version: null,
    });
    expect(runNow(currentGeneration(catalog.serviceDb))).toBeNull();
  });

  test("retains the previous generation and removes older ones", async () => {
    for (const id of ["1", "2", "3"]) await catalog.importLines([song(id)]);
    expect(await generations()).toEqual(["gen-000002", "gen-000003"]);
    expect(runNow(currentGeneration(catalog.serviceDb))).toMatchObject({ number: 3, songs: 3 });
  });

  test("is refused while another one runs, with its name", async () => {
    const holder = { pid: 4711, role: "import", address: null, since: 0 };
    const lock = acquireLock(join(catalog.dataDir, "import.lock"), holder);
    await expect(catalog.importLines(SONGS)).rejects.toThrow("process 4711 (import) since 1970-01-01");
    if (lock.kind === "acquired") lock.release();
    expect((await catalog.importLines(SONGS)).added).toBe(3);
  });

  test("whose report cannot be written fails before it starts, and releases the lock", async () => {
    const reportPath = join(catalog.root, "absent", "report.jsonl");
    await expect(catalog.importLines(SONGS, { reportPath })).rejects.toThrow(/^The report .* cannot be written/);
    expect((await catalog.importLines(SONGS)).added).toBe(3);
  });

  test("that is aborted leaves only the previous catalog", async () => {
    await catalog.importLines(SONGS);
    const abort = new AbortController();
    const many = Array.from({ length: 3_000 }, (_, at) => song(`x${at}`));
    const onProgress = (): void => abort.abort(new Error("Ctrl-C"));
    const clock = { now: () => (catalog.now += 1_000) };
    await expect(catalog.importLines(many, { onProgress, clock, signal: abort.signal })).rejects.toThrow("Ctrl-C");
    expect(catalog.ids()).toEqual(["1", "2", "3"]);
    expect(await generations()).toEqual(["gen-000001"]);
    expect((await catalog.importLines(many)).added).toBe(3_000);
  });
});

describe("an artist or playlist", () => {
  test("can be defined after the songs that refer to it; a later name replaces it, a missing name does not", async () => {
    await catalog.importLines([
      song("1", { artists: [{ id: "7" }], playlists: [5, 6] }),
      { artist: { id: "7", name: "Ada", image: "https://x.test/a.png" } },
      song("2", { artists: [{ id: "7", name: "Ada Field" }] }),
      song("3", { artists: [{ id: "7" }] }),
      { playlist: { id: 5, name: "Rain", public: true } },
    ]);
    expect(catalog.song("1")).toMatchObject({
      artists: [{ id: "7", name: "Ada Field", imageUrl: "https://x.test/a.png", imagePath: null }],
      playlists: [
        { id: 5, public: true },
        { id: 6, public: false },
      ],
    });
  });

  test("that changes creates a new generation even if no song changed", async () => {
    const { version } = await catalog.importLines(SONGS);
    const renamed = await catalog.importLines([{ artist: { id: "7", name: "Ada Field" } }]);
    expect(renamed).toMatchObject({ accepted: 0, added: 0, updated: 0, generation: 2 });
    expect(renamed.version).not.toBe(version);
    expect(catalog.song("1")?.artists[0]?.name).toBe("Ada Field");
    const made = await catalog.importLines([{ playlist: { id: 12, name: "Open road" } }]);
    expect(made.generation).toBe(3);
    expect(catalog.song("1")?.playlists).toEqual([
      { id: 12, public: false },
      { id: 31, public: false },
    ]);
  });
});

describe("--replace", () => {
  test("retires songs that are not in the dump", async () => {
    await catalog.importLines(SONGS);
    expect(await catalog.importLines([song("2"), song("5")], { replace: true })).toMatchObject({
      retired: 2,
      added: 1,
    });
    expect(catalog.ids()).toEqual(["2", "5"]);
  });

  test("does not retire a song whose new record was rejected", async () => {
    await catalog.importLines(SONGS);
    const outcome = await catalog.importLines([{ id: "1", title: "A", bpm: "x" }, song("5")], { replace: true });
    expect(outcome).toMatchObject({ rejected: 1, retired: 2 });
    expect(catalog.ids()).toEqual(["1", "5"]);
  });

  test("never empties a catalog, and changes nothing after a failure", async () => {
    await catalog.importLines(SONGS);
    await expect(catalog.importLines(["nonsense"], { replace: true })).rejects.toThrow("would empty the catalog");
    const good = await catalog.write("a.jsonl", jsonLines([song("5")]));
    const cut = await catalog.write("b.jsonl.gz", new Uint8Array([0x1f, 0x8b, 8]));
    await expect(catalog.importPaths([good, cut], { replace: true })).rejects.toThrow("b.jsonl.gz");
    expect(catalog.ids()).toEqual(["1", "2", "3"]);
  });
});

describe("--dry-run", () => {
  test("gives the same counts and report as the import, and writes nothing", async () => {
    await catalog.importLines(SONGS);
    const before = await generations();
    const lines = [song("2"), song("5"), { id: "6" }, song("3", { bpm: 120 })];
    const dry = await catalog.importLines(lines, { dryRun: true, replace: true });
    expect(await catalog.report()).toMatchObject([{ line: 3, field: "title" }]);
    expect(await generations()).toEqual(before);
    expect(catalog.ids()).toEqual(["1", "2", "3"]);

    const { seconds: _dry, generation: kept, ...counted } = dry;
    const { seconds: _wet, generation: made, ...done } = await catalog.importLines(lines, { replace: true });
    expect(counted).toEqual(done);
    expect([kept, made]).toEqual([1, 2]);
  });

  test("of a first import does not create a catalog", async () => {
    expect(await catalog.importLines(SONGS, { dryRun: true })).toMatchObject({ added: 3, generation: null });
    expect(await generations()).toEqual([]);
  });
});
