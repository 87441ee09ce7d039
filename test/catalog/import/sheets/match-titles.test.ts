import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { wavBytes } from "../../../support/small-media.ts";
import { CatalogFixture } from "../catalog-fixture.ts";
import { tableText } from "../csv-text.ts";

let catalog: CatalogFixture;
beforeEach(async () => {
  catalog = await CatalogFixture.make();
});
afterEach(() => catalog.remove());

const HEADERS = [
  "ALBUM: Title",
  "TRACK: Title",
  "TRACK: Is Main",
  "TRACK: Main Track Number",
  "TRACK: Version",
  "TRACK: BPM",
];
const FOO = ["Locker", "Foo", "Y", "1", "Main", "90"];
const FOO_INST = ["Locker", "Foo", "N", "1", "Instrumental", "90"];
const BAR = ["Locker", "Bar", "Y", "2", "Main", "100"];

/** Imports a folder with these files and a sheet with these rows. */
async function importAlbum(files: readonly string[], rows: readonly (readonly string[])[]) {
  for (const file of files) await catalog.write(`album/${file}`, wavBytes());
  await catalog.write("album/sheet.csv", tableText([HEADERS, ...rows]));
  return catalog.importPaths([join(catalog.dumps, "album")]);
}

/** The files of each song, as "label: path". */
function filesOf(): Record<string, string[]> {
  const songs = catalog.ids().flatMap((id) => catalog.song(id) ?? []);
  const folder = join(catalog.dumps, "album");
  return Object.fromEntries(
    songs.map(({ id, audioFiles }) => [
      id,
      audioFiles.map(({ description, wavPath }) => `${description}: ${wavPath?.slice(folder.length + 1) ?? "none"}`),
    ]),
  );
}

describe("rows without a file name", () => {
  test("and without a track number get their main track, and files by title and version", async () => {
    const outcome = await importAlbum(["Foo-Main.wav", "Foo-Inst.wav", "Bar-Main.wav"], [FOO_INST, FOO, BAR]);
    expect(outcome).toMatchObject({ added: 2, missingMedia: 0, families: { songs: 1, files: 2 } });
    expect(filesOf()).toEqual({
      "Locker-1": ["Main: Foo-Main.wav", "Instrumental: Foo-Inst.wav"],
      "Locker-2": ["Main: Bar-Main.wav"],
    });
    expect(outcome.remarks).toHaveLength(1);
    expect(outcome.warnings.map(({ message, count }) => [message, count])).toEqual([
      ["a row that names no file; one was found by title and version", 3],
    ]);
    const reasons = (await catalog.report()).map(({ line, reason }) => `${line} ${reason}`);
    expect(reasons).toContain("2 the row names no file; Foo-Inst.wav was found by title and version");
  });

  test.each([
    ["Main", "01 Foo.wav"],
    ["Main", "01 - Foo (Full Mix).wav"],
    ["Main", "Foo_Main_V1.wav"],
    ["60 sec", "Foo-Com 60.wav"],
    ["Instrumental 30", "Foo_Inst_30.wav"],
    ["Drums", "Foo_Main_Drums.wav"],
    ["Alt", "foo-alt.WAV"],
  ])("of version %p match %p", async (version, file) => {
    await importAlbum([file, "Foo-Bed.wav"], [FOO.with(4, version)]);
    expect(Object.values(filesOf()).flat().join()).toEndWith(`: ${file}`);
  });

  test.each([
    ["Main", "99 Foo.wav"],
    ["60 sec", "Foo-Com 30.wav"],
    ["Drums", "Foo_Main_Bass.wav"],
    ["Alt", "Foo-Main.wav"],
    ["House Words", "Foo.wav"],
    ["Main", "Foo Fighters.wav"],
  ])("of version %p do not match %p, and a remark counts the skipped files", async (version, file) => {
    const outcome = await importAlbum([file, "Unlike.wav"], [FOO.with(4, version)]);
    expect(Object.values(filesOf()).flat().join()).toEndWith(": none");
    expect(outcome.remarks[1]).toEndWith(
      "no row names a file, and none was found by title and version; 2 audio files below the sheet's folder were skipped",
    );
  });

  test("are reported if they match no file and other rows do", async () => {
    const outcome = await importAlbum(["Foo.wav"], [FOO, BAR]);
    expect(outcome.warnings.map(({ message, count }) => [message, count])).toContainEqual(["a row without a file", 1]);
  });

  test("get files from the folder of their album, and none from the folder of another", async () => {
    const files = ["Red/Foo.wav", "Blue/Foo.wav", "else/Foo.wav", "Blue/Bar.wav"];
    await importAlbum(files, [FOO.with(0, "Red"), FOO.with(0, "Blue"), BAR.with(0, "Red")]);
    expect(filesOf()).toEqual({
      "Red-1": ["Main: Red/Foo.wav"],
      "Blue-1": ["Main: Blue/Foo.wav"],
      "Red-2": ["Main: none"],
    });
  });

  test("are reported and get no file if several files match a row, or several rows a file", async () => {
    const outcome = await importAlbum(
      ["a/Foo.wav", "b/Foo.wav", "Bar.wav"],
      [FOO, BAR.with(0, "Red"), BAR.with(0, "Blue")],
    );
    expect(Object.values(filesOf()).flat()).toEqual(["Main: none", "Main: none", "Main: none"]);
    expect(outcome.warnings).toMatchObject([
      { message: "a row that names no file; its title and version match several", count: 3 },
    ]);
    const reasons = (await catalog.report()).filter(({ line }) => line > 1).map(({ reason }) => reason);
    expect(reasons).toEqual([
      "the row names no file; it can be any of a/Foo.wav, b/Foo.wav",
      "the row names no file; Bar.wav can belong to any of the lines 3, 4",
      "the row names no file; Bar.wav can belong to any of the lines 3, 4",
    ]);
  });

  test.skipIf(process.getuid?.() === 0)("skip unreadable folders with a remark", async () => {
    const closed = join(catalog.dumps, "album", "closed");
    await catalog.write("album/closed/Bar.wav", wavBytes());
    await chmod(closed, 0o000);
    try {
      await catalog.write("album/Foo.wav", wavBytes());
      await catalog.write("album/sheet.csv", tableText([HEADERS, FOO]));
      const outcome = await catalog.importPaths([join(catalog.dumps, "album", "sheet.csv")]);
      expect(outcome.remarks[1]).toEndWith("closed cannot be read and was not searched for audio");
    } finally {
      await chmod(closed, 0o755);
    }
  });
});
