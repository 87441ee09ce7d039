import { afterEach, beforeEach, describe, expect, test } from "bun:test";
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
    ["an album, and its main track in none", "", "Red"],
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
