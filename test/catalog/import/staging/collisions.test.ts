import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { wavBytes } from "../../../support/small-media.ts";
import { CatalogFixture } from "../catalog-fixture.ts";

let catalog: CatalogFixture;
beforeEach(async () => {
  catalog = await CatalogFixture.make();
});
afterEach(() => catalog.remove());

const between = Array.from({ length: 1_500 }, (_, at) => ({ id: `x${at}`, title: "x" }));

describe("two records of an import with one id are reported by name", () => {
  test("if they are songs of one batch, of two batches, or of two files", async () => {
    const first = await catalog.write(
      "a.jsonl",
      [{ id: "1", title: "One" }, { id: "1", title: "Two" }, ...between].map((line) => JSON.stringify(line)).join("\n"),
    );
    const second = await catalog.write("b.csv", "id,title\n1,Three\n");
    expect(await catalog.importPaths([first, second])).toMatchObject({ added: 1_501, rejected: 0 });
    expect(await catalog.report()).toMatchObject([
      {
        file: first,
        line: 2,
        field: "id",
        reason: `${first}, line 1 has the song "1" too, as "One"; this one, "Two", counts`,
      },
      {
        file: second,
        line: 2,
        field: "id",
        reason: `${first}, line 2 has the song "1" too, as "Two"; this one, "Three", counts`,
      },
    ]);
    expect(catalog.song("1")?.title).toBe("Three");
  });

  test("if they are audio files of two rows: the second row is imported without the file", async () => {
    const outcome = await catalog.importCsv("id,title,audio_file_id\n1,One,f\n2,Two,f\n");
    expect(outcome).toMatchObject({ added: 2, rejected: 0 });
    expect(["1", "2"].map((id) => catalog.song(id)?.audioFiles.map((file) => file.id))).toEqual([["f"], []]);
    expect(await catalog.report()).toMatchObject([
      { line: 3, field: "audio_files[0].id", reason: 'the file "f" already belongs to the song "1"; left out' },
    ]);
  });

  test("if they are folders of audio with one name", async () => {
    const one = await catalog.write("a/Red/01 Intro.wav", wavBytes());
    const two = await catalog.write("b/Red/01 Intro.wav", wavBytes());
    await catalog.importPaths([`${catalog.dumps}/a/Red`, `${catalog.dumps}/b/Red`]);
    const collision = (await catalog.report()).find(({ field }) => field === "id");
    expect(collision).toMatchObject({ file: two, line: 0 });
    expect(collision?.reason).toContain(one);
  });

  test("if they are artists with different names, in songs and in lines", async () => {
    const song = (id: string, name: string): object => ({ id, title: id, artists: [{ id: "77", name }] });
    const lines = [
      song("1", "Ada Field"),
      song("2", "ada field"),
      song("3", "Bo"),
      ...between,
      { artist: { id: "77", name: "Cy" } },
    ];
    expect((await catalog.importLines(lines)).warnings).toMatchObject([
      { message: "an artist or a playlist with several names; the last one counts", count: 2 },
    ]);
    expect(await catalog.report()).toMatchObject([
      {
        line: 3,
        field: "artists[0].id",
        reason: 'the artist "77" is "ada field" in an earlier record and "Bo" here; the last one counts',
      },
      {
        line: 1_504,
        field: "artist.id",
        reason: 'the artist "77" is "Bo" in an earlier record and "Cy" here; the last one counts',
      },
    ]);
  });

  test("if they are playlists with different values", async () => {
    const playlist = (name: string): object => ({ playlist: { id: 12, name } });
    await catalog.importLines([playlist("Open road"), playlist("Open road"), playlist("Night")]);
    expect(await catalog.report()).toMatchObject([
      {
        line: 3,
        field: "playlist.id",
        reason:
          'an earlier line has the playlist 12 with other values ({"name":"Open road","public":false}); this one counts',
      },
    ]);
  });
});
