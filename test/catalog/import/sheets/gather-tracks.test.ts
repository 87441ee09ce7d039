import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { gatherTracks } from "../../../../src/catalog/import/sheets/gather-tracks.ts";
import { recogniseSheet } from "../../../../src/catalog/import/sheets/recognise-sheet.ts";
import { TableEvidence } from "../../../../src/catalog/import/facts/table-notations.ts";
import { rowToTrack } from "../../../../src/catalog/import/sheets/row-to-track.ts";
import { identifyTracks, inClaimOrder } from "../../../../src/catalog/import/sheets/track-ids.ts";
import { CatalogFixture } from "../catalog-fixture.ts";
import { tableText } from "../csv-text.ts";

let catalog: CatalogFixture;
beforeEach(async () => {
  catalog = await CatalogFixture.make();
});
afterEach(() => catalog.remove());

const HEADERS = ["SourceAudio ID", "Title", "Album", "Master ID", "Filename"];

describe("a version of a SourceAudio export", () => {
  test.each([
    ["another album", "Red", "Red Alternates"],
    ["no album", "Red", ""],
    ["an album, while its master has none", "", "Red"],
  ])("in %s belongs to its master", async (_, albumOfMain, album) => {
    const rows = [
      ["1001", "Rain", albumOfMain, "", ""],
      ["1002", "Rain (Instrumental)", album, "1001", ""],
      ["1003", "Snow", albumOfMain, "", ""],
    ];
    for (const order of [rows, rows.toReversed()]) {
      const outcome = await catalog.importCsv(tableText([HEADERS, ...order]), { replace: true });
      expect(outcome.warnings).toEqual([]);
      expect(catalog.ids().toSorted()).toEqual(["1001", "1003"]);
      expect(catalog.song("1001")?.audioFiles.map(({ id, vocals }) => [id, vocals])).toEqual([
        ["1001-main", null],
        ["1001-1002", "none"],
      ]);
    }
  });
});

/** Audio files of each song, as "id: file, file". */
const filesOf = () =>
  catalog
    .ids()
    .toSorted()
    .map(
      (id) =>
        `${id}: ${catalog
          .song(id)
          ?.audioFiles.map((file) => file.description)
          .join(", ")}`,
    );

test.each(["Red Alternates", ""])(
  "a version in album %j does not separate its master from versions in the master's album",
  async (album) => {
    const headers = [...HEADERS, "Version"];
    const rows = [
      ["1001", "Red Sky", "Red", "", "", "Full"],
      ["1002", "Red Sky", album, "1001", "", "30 sec"],
      ["1005", "Red Sky", "Red", "", "", "Instrumental"],
      ["1006", "Red Sky", "Red", "", "", "60 sec"],
    ];
    for (const order of [rows, rows.toReversed()]) {
      expect((await catalog.importCsv(tableText([headers, ...order]), { replace: true })).warnings).toEqual([]);
      const [song, ...others] = filesOf();
      expect(others).toEqual([]);
      expect(song?.split(": ")[1]?.split(", ").toSorted()).toEqual(["30 sec", "60 sec", "Full", "Instrumental"]);
      expect(song).toStartWith("1001: Full");
    }
  },
);

test("a version whose main track number exists on two discs belongs to the main track with its title", async () => {
  const headers = [
    "ALBUM: Code",
    "TRACK: Number",
    "TRACK: Title",
    "TRACK: Version",
    "TRACK: Is Main",
    "TRACK: Main Track Number",
  ];
  const rows = [
    ["AB", "1", "Foo", "Main", "Y", "1"],
    ["AB", "2", "Foo", "Instrumental", "N", "1"],
    ["AB", "1", "Bar", "Main", "Y", "1"],
    ["AB", "2", "Bar", "Instrumental", "N", "1"],
  ];
  const seen = [];
  for (const order of [rows, rows.toReversed()]) {
    await catalog.importCsv(tableText([headers, ...order]), { replace: true });
    const songs = catalog.ids().map((id) => catalog.song(id));
    expect(songs.map((song) => song?.title ?? "").toSorted()).toEqual(["Bar", "Foo"]);
    expect(songs.map((song) => song?.audioFiles.map(({ description }) => description))).toEqual([
      ["Main", "Instrumental"],
      ["Main", "Instrumental"],
    ]);
    seen.push(catalog.ids().toSorted());
  }
  expect(seen[0]).toEqual(seen[1] ?? []);
});

describe("a sheet of tens of thousands of rows", () => {
  const ROWS = 40_000;
  const layout = recogniseSheet([
    "ALBUM: Code",
    "TRACK: Title",
    "TRACK: Number",
    "TRACK: Is Main",
    "TRACK: Main Track Number",
    "TRACK: Version",
  ]);
  const songsOf = (cellsOf: (row: number) => readonly string[]): number => {
    if (layout === null) throw new Error("the headers are those of Harvest Media");
    const reading = { layout, notations: new TableEvidence([]) };
    const tracks = Array.from({ length: ROWS }, (_, row) => rowToTrack(row + 2, cellsOf(row), reading));
    return gatherTracks(identifyTracks(tracks).tracks, inClaimOrder).families.length;
  };

  // Quadratic code took minutes here and did not react to Ctrl-C.
  test.each([
    ["versions of one title", 1, (row: number) => ["A", "Rain", "", "", "", `Mix ${row}`]],
    [
      "tracks with one number, and versions that name it",
      ROWS / 2,
      (row: number) =>
        row % 2 === 0
          ? ["A", `Rain ${row}`, "1", "Y", "", "Main"]
          : ["A", `Rain ${row - 1}`, "2", "N", "1", `Mix ${row}`],
    ],
    [
      "stems of one track",
      1,
      (row: number) =>
        row === 0 ? ["A", "Rain", "1", "Y", "", "Main"] : ["A", "Rain", `${row + 1}`, "N", "1", `Drums ${row}`],
    ],
  ])("is gathered in linear time if all of them are %s", (_, songs, cellsOf) => {
    expect(songsOf(cellsOf)).toBe(songs);
  });
});
