import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { audioBytes } from "../../support/audio-layouts.ts";
import { CatalogFixture } from "./catalog-fixture.ts";
import { tableText } from "./csv-text.ts";

let catalog: CatalogFixture;
beforeEach(async () => {
  catalog = await CatalogFixture.make();
});
afterEach(() => catalog.remove());

async function write(...paths: readonly string[]): Promise<void> {
  for (const path of paths) await catalog.write(`music/${path}`, audioBytes("wav", { title: path, artist: "Ada" }));
}

/** The ids of all songs, each with those of its files. */
function ids(): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    catalog.ids().map((id) => [id, (catalog.song(id)?.audioFiles ?? []).map((file) => file.id)]),
  );
}

/** Other ids would make every song of an earlier import a stranger: searches, shortlists and links name them. */
describe("ids stay what they were in the first version", () => {
  test("of a folder of audio", async () => {
    await write("Red/03 Rain.wav", "Red/03 Rain-Inst.wav", "Red/03 Rain_Stems/03 Rain_Drums.wav", "Sun.wav", "sun.wav");
    await catalog.importPaths([join(catalog.dumps, "music")]);
    expect(ids()).toEqual({
      "file-63ef82a2e9b02a72": ["file-63ef82a2e9b02a72-ce6b8420"],
      "file-a536afdaf8c72f1a": [
        "file-a536afdaf8c72f1a-4d193255",
        "file-a536afdaf8c72f1a-e1763f89",
        "file-a536afdaf8c72f1a-028c79de",
      ],
      "file-e44b58542bbf54ad": ["file-e44b58542bbf54ad-081c3ce0"],
    });
  });

  test("of a sheet with stems in its folder", async () => {
    const columns = ["ALBUM: Code", "TRACK: Number", "TRACK: Title", "TRACK: Version", "TRACK: Audio Filename"];
    const rows = [
      ["VH", "1", "Rain", "Main", "VH_1_Rain.wav"],
      ["VH", "2", "Rain", "Instrumental", "VH_2_Rain-Inst.wav"],
      ["", "", "Sun", "", "Sun.wav"],
    ];
    await catalog.write("music/sheet.csv", tableText([columns, ...rows]));
    await write("VH_1_Rain.wav", "VH_2_Rain-Inst.wav", "Sun.wav", "VH_1_Rain_Stems/VH_1_Rain_Drums.wav");
    await catalog.importPaths([join(catalog.dumps, "music")]);
    expect(ids()).toEqual({
      "VH-1": ["VH-1-main", "VH-1-VH-2", "VH-1-stem-e4dc41cc"],
      "song-ed61d1ae015d0e6b": ["song-ed61d1ae015d0e6b-main"],
    });
  });
});
