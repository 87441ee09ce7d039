import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { CatalogFixture } from "./catalog-fixture.ts";

let catalog: CatalogFixture;
beforeEach(async () => {
  catalog = await CatalogFixture.make();
  await catalog.importLines(["1", "2", "3"].map((id) => ({ id, title: `Song ${id}` })));
});
afterEach(() => catalog.remove());

const CAREFUL = { replace: true, mayRetireMany: false };

describe("--replace", () => {
  test("keeps the song of a row that is too wide, whose id was read", async () => {
    const outcome = await catalog.importCsv("id,title\n1,Hello, World\n2,Song 2", CAREFUL);
    expect(outcome).toMatchObject({ rejected: 1, retired: 1 });
    expect(catalog.ids()).toEqual(["1", "2"]);
  });

  test("keeps the song of a line whose id is a number", async () => {
    expect(await catalog.importLines(['{"id":1,"title":"x"}', { id: "2", title: "Song 2" }], CAREFUL)).toMatchObject({
      rejected: 1,
      retired: 1,
    });
    expect(catalog.ids()).toEqual(["1", "2"]);
  });

  test.each([
    ["a row with an open quote", 'id,title\n1,Song 1\n2,"Song 2\n3,Song 3', "csv"],
    ["a row that is too wide, whose id can be shifted", "title,id\nHello, World,1\nSong 2,2", "csv"],
    ["a row without an id", "id,title\n,Song 1\n2,Song 2", "csv"],
    ["a line that is not JSON", '{"id":"1","title":\n{"id":"2","title":"Song 2"}', "jsonl"],
    ["a line without an id", '{"title":"Song 1"}\n{"id":"2","title":"Song 2"}', "jsonl"],
    [
      "a song without an id that has an artist",
      '{"title":"Song 1","artist":"X"}\n{"id":"2","title":"Song 2"}',
      "jsonl",
    ],
  ])("needs a confirmation to retire songs after %s", async (_, text, ending) => {
    const path = await catalog.write(`dump.${ending}`, text);
    const importing = catalog.importPaths([path], CAREFUL);
    await expect(importing).rejects.toThrow(
      /retire [12] of 3 songs.*without a readable id \(\d\).*nothing was changed.*--yes/,
    );
    expect(catalog.ids()).toEqual(["1", "2", "3"]);
    await catalog.importPaths([path], { ...CAREFUL, mayRetireMany: true });
    expect(catalog.ids().length).toBeLessThan(3);
  });

  test("needs none after a rejected artist or playlist, or if no song is retired", async () => {
    const lines = [{ artist: { name: 1 } }, { playlist: {} }, { id: "1", title: "Song 1" }];
    expect(await catalog.importLines(lines, CAREFUL)).toMatchObject({ rejected: 2, retired: 2 });
    expect(await catalog.importLines(["nonsense", ...lines], CAREFUL)).toMatchObject({ rejected: 3, retired: 0 });
  });
});
