import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { wavBytes } from "../../../support/small-media.ts";
import { CatalogFixture } from "../catalog-fixture.ts";
import { tableText } from "../csv-text.ts";

let catalog: CatalogFixture;
beforeEach(async () => {
  catalog = await CatalogFixture.make();
});
afterEach(() => catalog.remove());

const HEADERS = ["ALBUM: Code", "TRACK: Number", "TRACK: Title", "TRACK: Audio Filename"];

async function importNaming(names: readonly string[], families = true) {
  const rows = names.map((name, at) => ["VH", String(at + 1), `Song ${"ABCDEFG"[at]}`, name]);
  await catalog.write("album/sheet.csv", tableText([HEADERS, ...rows]));
  return catalog.importPaths([join(catalog.dumps, "album")], { families });
}

describe("a file named in a sheet", () => {
  test.each([true, false])(
    "that is not audio is a missing medium, and the row is imported (families: %p)",
    async (families) => {
      await catalog.write("album/fake.wav", "a letter");
      await catalog.write("album/zero.wav", "");
      await catalog.write("album/readme.txt", "read me");
      await catalog.write("album/good.wav", wavBytes());
      const names = ["fake", "zero.wav", "readme.txt", "sheet.csv", "good", "gone.wav"];
      const outcome = await importNaming(names, families);
      expect(outcome).toMatchObject({ added: 6, rejected: 0, missingMedia: 5 });
      const wavs = catalog.ids().map((id) => catalog.song(id)?.audioFiles[0]?.wavPath ?? null);
      expect(wavs).toEqual([null, null, null, null, join(catalog.dumps, "album", "good.wav"), null]);
      const report = (await catalog.report()).filter(({ line }) => line > 1);
      expect(report.map(({ line, reason }) => `${line} ${reason}`).toSorted()).toEqual([
        ...["2 fake.wav", "3 zero.wav", "4 readme.txt", "5 sheet.csv"].map(
          (path) => `${path} is missing (it is not readable audio); the record was imported without it`,
        ),
        "7 gone.wav is missing (there is no such file); the record was imported without it",
      ]);
    },
  );

  test("keeps the format that is audio if the other one is not", async () => {
    await catalog.write("album/T.wav", wavBytes());
    await catalog.write("album/T.mp3", "no frames");
    expect(await importNaming(["T"])).toMatchObject({ added: 1, missingMedia: 1 });
    expect(catalog.song("VH-1")?.audioFiles).toMatchObject([{ mp3Path: null }]);
    expect(catalog.song("VH-1")?.audioFiles[0]?.wavPath).toEndWith("T.wav");
  });

  test("goes without stems that are not audio", async () => {
    await catalog.write("album/T.wav", wavBytes());
    await catalog.write("album/T_Stems/T_Drums.wav", wavBytes());
    await catalog.write("album/T_Stems/T_Bass.wav", "");
    expect(await importNaming(["T"])).toMatchObject({ added: 1, missingMedia: 1 });
    expect(catalog.song("VH-1")?.audioFiles.map(({ description }) => description)).toEqual(["", "Drums"]);
  });
});
