import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { wavBytes } from "../../../support/small-media.ts";
import { infoChunk, taggedMp3, taggedWav } from "../../../support/tagged-audio.ts";
import { CatalogFixture } from "../catalog-fixture.ts";

let catalog: CatalogFixture;
beforeEach(async () => {
  catalog = await CatalogFixture.make();
});
afterEach(() => catalog.remove());

const folder = (): string => join(catalog.dumps, "music");
const tagged = (title: string): Uint8Array => taggedWav([infoChunk({ INAM: title, IART: "Ada", IGNR: "Jazz" })]);

function only(): NonNullable<ReturnType<CatalogFixture["song"]>> {
  const ids = catalog.ids();
  const song = ids.length === 1 ? catalog.song(ids[0] ?? "") : null;
  if (song === null) throw new Error(`expected one song, got ${ids.length}`);
  return song;
}

describe("a folder of audio", () => {
  test("becomes songs by its tags; a song without a title gets its file's name, with a warning", async () => {
    await catalog.write("music/a/one.wav", tagged("First Light"));
    await catalog.write("music/b/Some Name.wav", wavBytes(8_000));
    await catalog.write("music/b/notes.txt", "nothing");
    const outcome = await catalog.importPaths([folder()]);
    expect(outcome).toMatchObject({ added: 2, rejected: 0, missingMedia: 0, families: { songs: 0, files: 0 } });
    const songs = catalog.ids().map((id) => catalog.song(id));
    expect(songs.map((song) => song?.title ?? "").toSorted()).toEqual(["First Light", "Some Name"]);
    expect(songs.find((song) => song?.title === "Some Name")?.audioFiles).toMatchObject([
      { wavPath: join(folder(), "b", "Some Name.wav"), mp3Path: null, duration: 1 },
    ]);
    expect(await catalog.report()).toMatchObject([
      { file: join(folder(), "b", "Some Name.wav"), line: 0, field: "title" },
      {
        file: folder(),
        line: 0,
        field: "",
        reason: "2 songs, 1 without an artist and 1 without a genre in the tags",
      },
    ]);
    expect(outcome.remarks).toHaveLength(1);
  });

  test("keeps its songs when it is imported again or moved", async () => {
    await catalog.write("music/one.wav", tagged("One"));
    await catalog.write("music/sub/two.mp3", taggedMp3({ TIT2: "Two" }));
    await catalog.importPaths([folder()]);
    const ids = catalog.ids();
    expect(await catalog.importPaths([folder()])).toMatchObject({ added: 0, updated: 0, unchanged: 2 });
    await mkdir(join(catalog.dumps, "elsewhere"));
    await rename(folder(), join(catalog.dumps, "elsewhere", "music"));
    expect(await catalog.importPaths([join(catalog.dumps, "elsewhere", "music")], { replace: true })).toMatchObject({
      added: 0,
      retired: 0,
    });
    expect(catalog.ids()).toEqual(ids);
  });

  test("and another one can have equal file names and different songs", async () => {
    await catalog.write("music/Red/01 Intro.wav", tagged("Red Intro"));
    await catalog.write("music/Blue/01 Intro.wav", tagged("Blue Intro"));
    await catalog.importPaths([join(folder(), "Red")]);
    const outcome = await catalog.importPaths([join(folder(), "Blue")]);
    expect(outcome).toMatchObject({ added: 1, updated: 0, warnings: [] });
    expect(catalog.ids().map((id) => catalog.song(id)?.title)).toEqual(["Red Intro", "Blue Intro"]);
  });

  test("has one file for a recording in two formats, with the tags of both", async () => {
    await catalog.write("music/WAV/T.wav", wavBytes());
    await catalog.write("music/MP3/T.mp3", taggedMp3({ TIT2: "The Title", TBPM: "90" }));
    await catalog.importPaths([folder()]);
    expect(only()).toMatchObject({ title: "The Title", bpm: 90 });
    expect(only().audioFiles).toMatchObject([
      { wavPath: join(folder(), "WAV", "T.wav"), mp3Path: join(folder(), "MP3", "T.mp3") },
    ]);
  });

  test("groups versions and stems as one song, and the report says why", async () => {
    await catalog.write("music/T-Main.wav", tagged("Glass Harbour (Main)"));
    await catalog.write("music/T-Inst.wav", tagged("Glass Harbour (Instrumental)"));
    await catalog.write("music/T-Com 30.wav", wavBytes());
    await catalog.write("music/T_Main_Stems/T_Main_Drums.wav", wavBytes());
    await catalog.write("music/T_Main_Stems/T_Main_Lead Vox.wav", wavBytes());
    const outcome = await catalog.importPaths([folder()]);
    expect(outcome).toMatchObject({ added: 1, families: { songs: 1, files: 5 } });
    expect(only().title).toBe("Glass Harbour");
    expect(only().audioFiles.map(({ description, vocals, stem }) => [description, vocals, stem])).toEqual([
      ["Main", null, false],
      ["Inst", "none", false],
      ["Com 30", null, false],
      ["Main Drums", "none", true],
      ["Main Lead Vox", null, true],
    ]);
    const entry = (await catalog.report()).find(({ field }) => field === "audio_files");
    expect(entry?.reason).toStartWith("5 files became one song by their names: T-Main.wav (Main); T-Inst.wav (Inst)");
  });

  test("labels the stems of a song with the words after its title", async () => {
    await catalog.write("music/Ice.wav", tagged("Ice"));
    for (const name of ["Ice Drums", "Ice Weird Thing", "Icecold"])
      await catalog.write(`music/STEMS/Ice/${name}.wav`, wavBytes());
    await catalog.importPaths([folder()]);
    expect(only().audioFiles.map(({ description }) => description)).toEqual(["", "Drums", "Icecold", "Weird Thing"]);
  });

  test("has one song per file without families", async () => {
    await catalog.write("music/T-Main.wav", tagged("A"));
    await catalog.write("music/T-Inst.wav", tagged("B"));
    expect(await catalog.importPaths([folder()], { families: false })).toMatchObject({ added: 2 });
  });

  test("rejects only files that are not audio, and keeps files with wrong tags", async () => {
    await catalog.write("music/letter.mp3", "Dear Sir");
    await catalog.write("music/other.wav", taggedMp3({ TIT2: "X" }));
    await catalog.write("music/bad.mp3", taggedMp3({ TIT2: "Bad Tags", TBPM: "0", TSRC: "nope" }));
    const outcome = await catalog.importPaths([folder()]);
    expect(outcome).toMatchObject({ added: 2, rejected: 1 });
    const report = (await catalog.report()).map(({ file, field }) => `${file.slice(folder().length + 1)} ${field}`);
    expect(report.toSorted()).toEqual([
      " ",
      "bad.mp3 bpm",
      "bad.mp3 isrc",
      "letter.mp3 ",
      "other.wav ",
      "other.wav audio_files[0].wav",
      "other.wav title",
    ]);
  });

  test("keeps the song of a damaged file with --replace", async () => {
    await catalog.write("music/a.wav", tagged("A"));
    await catalog.write("music/b.wav", tagged("B"));
    await catalog.importPaths([folder()]);
    await catalog.write("music/a.wav", "damaged");
    expect(await catalog.importPaths([folder()], { replace: true })).toMatchObject({ retired: 0, rejected: 1 });
  });

  test("reports its progress by files, up to the last", async () => {
    for (let at = 0; at < 30; at++) await catalog.write(`music/${at}.wav`, tagged(String(at)));
    const reported: { bytesRead: number; bytesTotal: number }[] = [];
    await catalog.importPaths([folder()], { onProgress: (progress) => void reported.push(progress) });
    expect(reported.at(-1)).toMatchObject({ bytesRead: 30, bytesTotal: 30 });
  });
});
