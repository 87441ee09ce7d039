import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { parseColumnMap } from "../../../../src/catalog/import/dump/column-map.ts";
import { wavBytes } from "../../../support/small-media.ts";
import { xlsxBytes } from "../../../support/small-sheet.ts";
import { CatalogFixture } from "../catalog-fixture.ts";

let catalog: CatalogFixture;
beforeEach(async () => {
  catalog = await CatalogFixture.make();
});
afterEach(() => catalog.remove());

const folder = (): string => join(catalog.dumps, "mix");
const titles = (): string[] => catalog.ids().map((id) => catalog.song(id)?.title ?? "");

async function writeAudio(...names: readonly string[]): Promise<void> {
  for (const name of names) await catalog.write(`mix/${name}`, wavBytes());
}

describe("audio in a folder", () => {
  test.each(["todo.csv", "todo.csv.gz", "todo.xlsx"])(
    "is imported although its folder has %s, a table without known columns",
    async (name) => {
      await writeAudio("Rain.wav", "deep/Snow.wav");
      const text = "task,who\nbuy milk,Ada\ncall,Bo\n";
      const rows = text.split("\n").map((line) => line.split(","));
      const packed = name.endsWith("gz") ? Bun.gzipSync(text) : text;
      await catalog.write(`mix/${name}`, name.endsWith("xlsx") ? await xlsxBytes(rows) : packed);
      const outcome = await catalog.importPaths([folder()]);
      expect(outcome).toMatchObject({ added: 2, rejected: 0 });
      const reason = "not read: no known columns (task, who); assign columns with --map";
      expect(outcome.remarks[0]).toBe(`${join(folder(), name)}: ${reason}`);
      expect(await catalog.report()).toContainEqual({ file: join(folder(), name), line: 1, field: "", reason });
    },
  );

  test("of unsupported types is counted by type", async () => {
    await writeAudio("Rain.wav");
    for (const name of ["a.wave", "b.WMA", "deep/c.wma"]) await catalog.write(`mix/${name}`, "some bytes");
    const outcome = await catalog.importPaths([folder()]);
    expect(outcome).toMatchObject({ added: 1, rejected: 0 });
    expect(outcome.remarks[0]).toMatch(/mix: not read, unsupported types of audio: 1 \.wave, 2 \.wma$/);
  });

  test("of an album without a sheet is imported in addition to an album with a sheet", async () => {
    await writeAudio("VH022/GH.wav", "VH022/deep/left.wav", "VH099/Rain.wav", "VH099/Rain-Inst.wav");
    const sheet = [
      ["TRACK: Title", "TRACK: Number", "ALBUM: Code", "TRACK: Audio Filename"],
      ["Glass Harbour", 1, "VH022", "GH"],
    ];
    await catalog.write("mix/VH022/VH022.xlsx", await xlsxBytes(sheet));
    const outcome = await catalog.importPaths([folder()]);
    expect(outcome).toMatchObject({ added: 2, families: { songs: 1, files: 2 } });
    expect(titles().toSorted()).toEqual(["Glass Harbour", "Rain"]);
    expect(outcome.remarks.filter((remark) => remark.includes("audio file"))).toEqual([
      `${join(folder(), "VH022", "VH022.xlsx")}: no row names 1 audio file below the sheet's folder; it was skipped`,
    ]);
  });

  test("below a dump is imported only if the dump names it; the rest is counted", async () => {
    await writeAudio("named.wav", "deep/left.wav", "other.wav");
    await catalog.write("mix/dump.jsonl", '{"id":"1","title":"One","audio_files":[{"id":"a","wav":"named.wav"}]}');
    const outcome = await catalog.importPaths([folder()]);
    expect(outcome).toMatchObject({ added: 1, rejected: 0 });
    expect(outcome.remarks).toEqual([
      `${folder()}: 2 audio files were not read: a dump in the same or a parent folder does not name them`,
    ]);
    await catalog.write(
      "mix/dump.jsonl",
      '{"id":"1","title":"One","audio_files":[{"id":"a","wav":"named.wav","mp3":"other.wav"},{"id":"b","wav":"deep/left.wav"}]}',
    );
    expect(await catalog.importPaths([folder()])).toMatchObject({ updated: 1, remarks: [] });
  });

  test("next to a table of audio features, which does not name files, is counted too", async () => {
    await writeAudio("Rain.wav");
    await catalog.write("mix/features.csv", "artist,song,tempo\nAda,Rain,90\n");
    const { remarks } = await catalog.importPaths([folder()]);
    expect(remarks[1]).toContain("1 audio file was not read");
  });

  test("is not imported next to a table whose columns the map names", async () => {
    await writeAudio("Rain.wav");
    await catalog.write("mix/table.csv", "Code,Name\n1,One\n");
    const map = new Map([
      ["code", "id"],
      ["name", "title"],
    ]);
    const outcome = await catalog.importPaths([folder()], { map });
    expect(titles()).toEqual(["One"]);
    expect(outcome.remarks[0]).toContain("1 audio file was not read");
  });
});

test("the warning about a mapped column that no table has spells it like the map", async () => {
  const parsed = parseColumnMap({ "Track Name": "title" });
  const map = parsed.kind === "map" ? parsed.map : new Map<string, string>();
  const { warnings } = await catalog.importCsv("id,title\n1,One\n", { map });
  expect(warnings.map(({ message }) => message)).toEqual([
    'the column map names "Track Name", but no file has this column',
  ]);
});

test("a table without id and title columns causes a hint about --map", async () => {
  const outcome = await catalog.importCsv("Code;Werk\n1;One\n");
  expect(outcome).toMatchObject({ added: 0, rejected: 1 });
  expect(outcome.remarks[0]).toEndWith("no column is id or title (columns: Code, Werk); assign columns with --map");
});
