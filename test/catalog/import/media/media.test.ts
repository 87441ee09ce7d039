import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { CatalogFixture } from "../catalog-fixture.ts";

let catalog: CatalogFixture;
beforeEach(async () => {
  catalog = await CatalogFixture.make();
  await catalog.write("audio/1.wav", "RIFF");
});
afterEach(() => catalog.remove());

const sha256 = (content: string): string => new Bun.CryptoHasher("sha256").update(content).digest("hex");
const withWav = (id: string, wav: string): object => ({ id, title: id, audio_files: [{ id: `f${id}`, wav }] });

describe("a path to media", () => {
  test("is resolved relative to its dump and recorded as absolute; a picture is stored", async () => {
    await catalog.write("sub/stems.zip", "PK");
    await catalog.write("sub/face.png", "GIF89a");
    const line = { ...withWav("1", "../audio/1.wav"), id: "2" };
    const inner = { id: "1", title: "A", stems: "stems.zip", artists: [{ id: "7", name: "Ada", image: "face.png" }] };
    await catalog.importPaths([
      await catalog.write("sub/dump.jsonl", JSON.stringify(inner)),
      await catalog.write("dump.jsonl", JSON.stringify(withWav("3", "audio/1.wav"))),
    ]);
    expect(catalog.song("1")).toMatchObject({
      stemsPath: join(catalog.dumps, "sub", "stems.zip"),
      artists: [{ id: "7", imageUrl: null, imagePath: `store:${sha256("GIF89a")}.gif` }],
    });
    expect(catalog.song("3")?.audioFiles[0]?.wavPath).toBe(join(catalog.dumps, "audio", "1.wav"));
    expect((await catalog.importPaths([await catalog.write("sub/dump.jsonl", JSON.stringify(line))])).rejected).toBe(1);
  });

  test("without a file is reported, and the song is imported without it", async () => {
    await mkdir(join(catalog.dumps, "audio", "folder.wav"));
    const outcome = await catalog.importLines([
      withWav("1", "audio/1.wav"),
      withWav("2", "audio/2.wav"),
      withWav("3", "nowhere/3.wav"),
      withWav("4", "audio/folder.wav"),
    ]);
    expect(outcome).toMatchObject({ added: 4, rejected: 0, missingMedia: 3 });
    expect(catalog.song("2")?.audioFiles).toMatchObject([{ id: "f2", wavPath: null }]);
    const report = await catalog.report();
    expect(report.map(({ line, field }) => [line, field])).toEqual([
      [2, "audio_files[0].wav"],
      [3, "audio_files[0].wav"],
      [4, "audio_files[0].wav"],
    ]);
    expect(report[0]?.reason).toStartWith("audio/2.wav is missing");
  });

  test("that was missing is imported with the next import of the same dump", async () => {
    await catalog.importLines([withWav("2", "audio/2.wav")]);
    await catalog.write("audio/2.wav", "RIFF");
    expect(await catalog.importLines([withWav("2", "audio/2.wav")])).toMatchObject({ updated: 1, missingMedia: 0 });
    expect(catalog.song("2")?.audioFiles[0]?.wavPath).toBe(join(catalog.dumps, "audio", "2.wav"));
  });

  test("can be a link inside the dump's folder, but not one to the outside", async () => {
    const outside = await catalog.write("../outside/secret.wav", "RIFF");
    await symlink(outside, join(catalog.dumps, "audio", "out.wav"));
    await symlink(join(catalog.root, "outside"), join(catalog.dumps, "folder"));
    await symlink(join(catalog.dumps, "audio", "1.wav"), join(catalog.dumps, "audio", "in.wav"));
    const outcome = await catalog.importLines([
      withWav("1", "audio/in.wav"),
      withWav("2", "audio/out.wav"),
      withWav("3", "folder/secret.wav"),
    ]);
    expect(outcome).toMatchObject({ added: 1, rejected: 2, missingMedia: 0 });
    expect(
      (await catalog.report()).map(({ line, field, reason }) => [line, field, reason.includes("through a link")]),
    ).toEqual([
      [2, "audio_files[0].wav", true],
      [3, "audio_files[0].wav", true],
    ]);
    expect(catalog.ids()).toEqual(["1"]);
  });

  test("of an artist line is checked too", async () => {
    const outcome = await catalog.importLines([
      { artist: { id: "7", name: "Ada", image: "face.png" } },
      { id: "1", title: "A", artists: [{ id: "7" }] },
    ]);
    expect(outcome).toMatchObject({ added: 1, missingMedia: 1 });
    expect(await catalog.report()).toMatchObject([{ line: 1, field: "artist.image" }]);
  });
});
