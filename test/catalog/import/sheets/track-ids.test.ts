import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { CatalogFixture } from "../catalog-fixture.ts";
import { tableText } from "../csv-text.ts";

let catalog: CatalogFixture;
beforeEach(async () => {
  catalog = await CatalogFixture.make();
});
afterEach(() => catalog.remove());

const HARVEST = [
  "ALBUM: Code",
  "TRACK: Number",
  "TRACK: Title",
  "TRACK: Version",
  "TRACK: BPM",
  "TRACK: Audio Filename",
];
const SOURCE_AUDIO = ["SourceAudio ID", "Title", "Album", "Master ID", "Bpm"];
const REPEATED = "a song that the dump has more than once; the last one counts";

const songs = (): string[] =>
  catalog.ids().flatMap((id) => {
    const song = catalog.song(id);
    return song === null ? [] : `${id}: ${song.title} ${song.bpm ?? "-"} ${song.audioFiles.length}`;
  });

async function warningsOf(headers: readonly string[], rows: readonly (readonly string[])[]) {
  const { warnings } = await catalog.importCsv(tableText([headers, ...rows]), { replace: true });
  return warnings.map(({ message, count }) => [message, count]);
}

describe("a repeated row", () => {
  test("with an id counts once, the last one wins, and its versions stay with it", async () => {
    const rows = [
      ["1001", "Rain", "Red", "", "90"],
      ["1002", "Rain (Instrumental)", "Red", "1001", ""],
      ["1001", "Rain", "Red", "", "91"],
    ];
    expect(await warningsOf(SOURCE_AUDIO, rows)).toEqual([[REPEATED, 1]]);
    expect(songs()).toEqual(["1001: Rain 91 2"]);
    expect(await catalog.report()).toContainEqual(
      expect.objectContaining({ line: 2, field: "id", reason: expect.stringContaining("line 4 is a later row") }),
    );
  });

  test.each([
    ["file", ["VH", "1", "RAIN", "", "90", "rain.wav"], ["VH", "1", "Rain", "", "91", "Rain.wav"]],
    ["title and version", ["VH", "1", "Rain", "Main", "90", ""], ["VH", "1", "RAIN", "Main", "91", ""]],
  ])("with a number and the same %s counts once", async (_, first, second) => {
    expect((await warningsOf(HARVEST, [first, second]))[0]).toEqual([REPEATED, 1]);
    expect(catalog.ids()).toEqual(["VH-1"]);
    expect(catalog.song("VH-1")?.bpm).toBe(91);
  });

  test("without an id counts once if it names a file and all cells are equal", async () => {
    const row = ["", "", "Bar", "", "90", "bar.wav"];
    expect((await warningsOf(HARVEST, [row, row]))[0]).toEqual([REPEATED, 1]);
    expect(catalog.ids()).toHaveLength(1);
  });

  test("with the same number and another version or title is a separate song without families", async () => {
    const rows = [
      ["VH", "1", "Foo", "Main", "90", ""],
      ["VH", "1", "Foo", "Instrumental", "90", ""],
      ["VH", "2", "Bar", "", "91", ""],
      ["VH", "2", "Baz", "", "92", ""],
    ];
    const outcome = await catalog.importCsv(tableText([HARVEST, ...rows]), { families: false });
    expect(outcome).toMatchObject({ added: 4, rejected: 0 });
  });

  test("with the same number and file name but another title is a separate song, as on two discs", async () => {
    const rows = [
      ["VH", "1", "Foo", "", "90", "01.wav"],
      ["VH", "1", "Bar", "", "91", "01.wav"],
    ];
    await warningsOf(HARVEST, rows);
    expect(
      catalog
        .ids()
        .map((id) => catalog.song(id)?.title ?? "")
        .toSorted(),
    ).toEqual(["Bar", "Foo"]);
  });

  test.each([
    ["another title", "Snow", ""],
    ["a file in one row only", "Rain", "rain.wav"],
  ])("with the same number and %s is a separate song, with a warning", async (_, title, file) => {
    const rows = [
      ["VH", "1", "Rain", "", "90", ""],
      ["VH", "1", title, "", "91", file],
    ];
    expect(await warningsOf(HARVEST, rows)).toEqual([
      ["a track number of two songs in an album; the id of one is built from its title", 1],
    ]);
    expect(catalog.ids()).toHaveLength(2);
    expect(catalog.ids()).toContain("VH-1");
  });

  test("with the same number and title but another version is a version of the song", async () => {
    const rows = [
      ["VH", "1", "Rain", "Main", "90", ""],
      ["VH", "1", "Rain", "Instrumental", "90", ""],
    ];
    expect(await warningsOf(HARVEST, rows)).toEqual([]);
    expect(songs()).toEqual(["VH-1: Rain 90 2"]);
  });
});

describe("the id of a song", () => {
  test.each([
    ["without numbers", ["", "", "", ""]],
    ["with equal numbers", ["1", "1", "1", "1"]],
  ])("%s does not depend on the order of the rows", async (_, numbers) => {
    const rows = [
      ["Red", numbers[0] ?? "", "Rain", "", "90", ""],
      ["Blue", numbers[1] ?? "", "Rain", "", "91", ""],
      ["Red", numbers[2] ?? "", "Snow", "", "92", ""],
      ["Red", numbers[3] ?? "", "Rain (Reprise)", "", "93", ""],
    ];
    await warningsOf(HARVEST, rows);
    const before = songs().toSorted();
    expect(before).toHaveLength(4);
    for (const order of [rows.toReversed(), [...rows.slice(2), ...rows.slice(0, 2)]]) {
      await catalog.importCsv(tableText([HARVEST, ...order]), { replace: true });
      expect(songs().toSorted()).toEqual(before);
    }
  });

  test("differs for equal rows without id, number and file", async () => {
    const row = ["Red", "", "Rain", "", "90", ""];
    expect(await warningsOf(HARVEST, [row, row])).toEqual([]);
    expect(new Set(catalog.ids()).size).toBe(2);
  });
});

test("an id of a sheet is kept up to 100 characters", async () => {
  const [kept, long] = ["k".repeat(100), "l".repeat(101)];
  await warningsOf(SOURCE_AUDIO, [
    [kept, "Rain", "Red", "", "90"],
    [long, "Sun", "Red", "", "90"],
  ]);
  expect(catalog.ids()).toEqual([kept, expect.stringMatching(/^song-[0-9a-f]{16}$/)]);
});
