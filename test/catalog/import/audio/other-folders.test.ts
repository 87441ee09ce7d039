import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cp, rename, rm, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { MediaMode } from "../../../../src/catalog/import/media/media-importer.ts";
import { digestInRef } from "../../../../schema/media-ref.ts";
import { audioBytes, audioLayout, LAYOUT_ENDINGS } from "../../../support/audio-layouts.ts";
import { CatalogFixture } from "../catalog-fixture.ts";

let catalog: CatalogFixture;

beforeEach(async () => {
  catalog = await CatalogFixture.make();
});

afterEach(() => catalog.remove());

function write(path: string, artist: string, title = "Rain"): Promise<string> {
  return catalog.write(path, audioBytes("wav", { title, artist }));
}

/** The artists of all songs, because these tell the recordings apart. */
function artists(): string[] {
  return catalog.read((db) => [...db.documents()].flatMap((song) => song.artists.map(({ name }) => name))).toSorted();
}

async function notes(): Promise<string[]> {
  const report = await catalog.report();
  return report.filter(({ field }) => field === "id").map(({ file, reason }) => `${file}: ${reason}`);
}

describe.each<MediaMode>(["copy", "in-place"])("two folders with one name (--media %s)", (media) => {
  const folder = (name: string): string => join(catalog.dumps, name, "music");

  test("of one import keep all their songs, and the report names both places", async () => {
    const first = await write("one/music/01 Rain.wav", "Ada");
    await write("two/music/01 Rain.wav", "Bo");
    await catalog.importPaths([folder("one"), folder("two")], { media });
    expect(artists()).toEqual(["Ada", "Bo"]);
    expect(await notes()).toEqual([
      `${folder("two")}/01 Rain.wav: ${first} is another recording with this place in a folder of this name; this song's id is built from the folder's path`,
    ]);
  });

  test("of two imports keep all their songs, however often they are imported", async () => {
    await write("one/music/01 Rain.wav", "Ada");
    await write("two/music/01 Rain.wav", "Bo");
    await catalog.importPaths([folder("one")], { media });
    await catalog.importPaths([folder("two")], { media });
    const ids = catalog.ids();
    expect(artists()).toEqual(["Ada", "Bo"]);
    for (const paths of [[folder("two")], [folder("one")], [folder("two"), folder("one")]]) {
      expect(await catalog.importPaths(paths, { media })).toMatchObject({ added: 0, updated: 0, retired: 0 });
    }
    expect(catalog.ids()).toEqual(ids);
  });

  test("keep songs whose files have other names and one title", async () => {
    await write("one/music/Rain.wav", "Ada");
    await write("two/music/Rain-Main.wav", "Bo");
    await write("two/music/Rain-30sec.wav", "Bo");
    await catalog.importPaths([folder("one")], { media });
    await catalog.importPaths([folder("two")], { media });
    expect(artists()).toEqual(["Ada", "Bo"]);
  });

  test("are the same folder after it was moved", async () => {
    await write("one/music/01 Rain.wav", "Ada");
    await catalog.importPaths([folder("one")], { media });
    const ids = catalog.ids();
    await rename(join(catalog.dumps, "one"), join(catalog.dumps, "two"));
    await catalog.importPaths([folder("two")], { media });
    expect(catalog.ids()).toEqual(ids);
    expect(await notes()).toEqual([]);
  });

  test("keep both recordings if the first folder is missing, and the report says how to remove the other", async () => {
    const first = await write("one/music/01 Rain.wav", "Ada");
    await catalog.importPaths([folder("one")], { media });
    const [id = ""] = catalog.ids();
    await rename(join(catalog.dumps, "one"), join(catalog.dumps, "unplugged"));
    await write("two/music/01 Rain.wav", "Beatrix");
    await catalog.importPaths([folder("two")], { media });
    expect(artists()).toEqual(["Ada", "Beatrix"]);
    expect(await notes()).toEqual([
      `${folder("two")}/01 Rain.wav: ${first} was another recording with this place in a folder of this name and is missing; both songs remain; if this file replaces it, take it down with \`songs remove ${id}\``,
    ]);
    await rename(join(catalog.dumps, "unplugged"), join(catalog.dumps, "one"));
    for (const paths of [[folder("one")], [folder("two")], [folder("two"), folder("one")]]) {
      expect(await catalog.importPaths(paths, { media })).toMatchObject({ added: 0, updated: 0, retired: 0 });
    }
  });

  test("are one folder if it was moved, and a file changed later", async () => {
    await write("one/music/01 Rain.wav", "Ada");
    await catalog.importPaths([folder("one")], { media });
    await rename(join(catalog.dumps, "one"), join(catalog.dumps, "two"));
    await catalog.importPaths([folder("two")], { media });
    await write("two/music/01 Rain.wav", "Adele");
    expect(await catalog.importPaths([folder("two")], { media })).toMatchObject({ added: 0, updated: 1 });
    expect(artists()).toEqual(["Adele"]);
  });

  test("are not one folder because a missing file had the size of another recording", async () => {
    await write("one/music/01 Rain.wav", "Ada");
    await catalog.importPaths([folder("one")], { media });
    await rename(join(catalog.dumps, "one"), join(catalog.dumps, "unplugged"));
    const other = await write("two/music/01 Rain.wav", "Bob");
    await utimes(other, 1_000_000_000, 1_000_000_000);
    await catalog.importPaths([folder("two")], { media });
    expect(artists()).toEqual(["Ada", "Bob"]);
  });

  test("have the same songs if one is a copy of the other", async () => {
    await write("one/music/01 Rain.wav", "Ada");
    await cp(folder("one"), folder("two"), { recursive: true });
    await catalog.importPaths([folder("one")], { media });
    const ids = catalog.ids();
    await catalog.importPaths([folder("two")], { media });
    expect(catalog.ids()).toEqual(ids);
    await catalog.importPaths([folder("one"), folder("two")], { media });
    expect(catalog.ids()).toEqual(ids);
  });

  test("have the same songs if one is a copy of the other and the stems of all songs are silent", async () => {
    for (const title of ["Rain", "Sun"]) {
      await write(`one/music/${title}.wav`, title, title);
      for (const part of ["Drums", "Bass"]) await write(`one/music/${title}_Stems/${part}.wav`, "silence");
    }
    await cp(folder("one"), folder("two"), { recursive: true });
    await catalog.importPaths([folder("one")], { media });
    const ids = catalog.ids();
    expect(ids).toHaveLength(2);
    await catalog.importPaths([folder("two")], { media });
    expect(catalog.ids()).toEqual(ids);
    expect((await notes())[0]).toBe(
      `${folder("two")}/Rain.wav: ${folder("one")}/Rain.wav is a copy of this file; both are one song`,
    );
    expect(await notes()).toHaveLength(6);
  });

  test("keep the file of a folder whose copy in the other folder is only a skipped format", async () => {
    for (const path of ["Chase.wav", "Chase.flac", "Chase_Stems/Drums.wav"]) {
      await catalog.write(`one/music/${path}`, audioBytes(path.endsWith("flac") ? "flac" : "wav", null));
    }
    const only = await catalog.write("two/music/Chase.flac", audioBytes("flac", null));
    await catalog.write("two/music/Chase_Stems/Drums.wav", audioBytes("wav", null));
    for (const name of ["one", "two", "one"]) await catalog.importPaths([folder(name)], { media });
    const refs = catalog
      .ids()
      .flatMap((id) => catalog.song(id)?.audioFiles ?? [])
      .map(({ wavPath }) => wavPath);
    expect(refs).toHaveLength(4);
    const digest = Bun.SHA256.hash(audioBytes("flac", null), "hex");
    expect(refs.filter((ref) => ref === only || (ref !== null && digestInRef(ref) === digest))).toHaveLength(1);
  });

  test("keep files whose equal content is in another place of the other folder", async () => {
    await write("one/music/Rain-Main.wav", "Ada");
    await write("one/music/Rain-Inst.wav", "Ada");
    await write("two/music/Rain-Main.wav", "Ada");
    await write("two/music/Rain-Alt.wav", "Bo");
    for (const name of ["one", "two"]) await catalog.importPaths([folder(name)], { media });
    expect(catalog.ids().flatMap((id) => catalog.song(id)?.audioFiles ?? [])).toHaveLength(4);
  });

  test("keep all spellings of a name", async () => {
    await write("one/music/Rain.wav", "Ada");
    await write("one/music/rain.wav", "Bo");
    await write("two/music/Rain.wav", "Ada");
    await write("two/music/rain.wav", "Cy");
    for (const name of ["one", "two", "one"]) await catalog.importPaths([folder(name)], { media });
    expect(artists()).toEqual(["Ada", "Bo", "Cy"]);
  });

  test("keep the copy of a file that was changed in one of them, or name it", async () => {
    await write("one/music/Rain.wav", "Ada");
    await cp(folder("one"), folder("two"), { recursive: true });
    for (const name of ["one", "two", "one"]) await catalog.importPaths([folder(name)], { media });
    expect(await notes()).toEqual([
      `${folder("one")}/Rain.wav: ${folder("two")}/Rain.wav is a copy of this file; both are one song`,
    ]);
    await write("one/music/Rain.wav", "Adele");
    await catalog.importPaths([folder("one")], { media });
    if (media === "copy") expect(artists()).toEqual(["Ada", "Adele"]);
    await catalog.importPaths([folder("two")], { media });
    expect(artists()).toEqual(["Ada", "Adele"]);
  });

  test("have separate songs if the copy of one lacks a file of the other, or was changed", async () => {
    await write("one/music/Rain-Main.wav", "Ada");
    await write("one/music/Rain-30sec.wav", "Ada (30)");
    await write("one/music/Sun.wav", "Bo", "Sun");
    await cp(folder("one"), folder("two"), { recursive: true });
    await rm(join(folder("two"), "Rain-30sec.wav"));
    await write("two/music/Sun.wav", "Cy", "Sun");
    await catalog.importPaths([folder("one")], { media });
    await catalog.importPaths([folder("two")], { media });
    expect(artists()).toEqual(["Ada", "Ada", "Bo", "Cy"]);
    expect(await notes()).toHaveLength(2);
  });

  test("keep a changed copy when the first folder is imported again", async () => {
    await write("one/music/Rain-Main.wav", "Ada");
    await write("one/music/Rain-Inst.wav", "Ada");
    await cp(join(folder("one"), "Rain-Inst.wav"), join(catalog.dumps, "copy.wav"));
    await catalog.importPaths([folder("one")], { media });
    await cp(join(catalog.dumps, "copy.wav"), join(catalog.dumps, "two/music/Rain-Inst.wav"));
    await write("two/music/Rain-Main.wav", "Bo");
    await catalog.importPaths([folder("two")], { media });
    await catalog.importPaths([folder("one")], { media });
    expect(artists()).toEqual(["Ada", "Bo"]);
  });

  test("do not matter for a file that was replaced in its place", async () => {
    const path = await write("one/music/01 Rain.wav", "Ada");
    await write("two/music/02 Sun.wav", "Bo", "Sun");
    await catalog.importPaths([folder("one"), folder("two")], { media });
    await write("one/music/01 Rain.wav", "Adele");
    expect(await catalog.importPaths([dirname(path)], { media })).toMatchObject({ added: 0, updated: 1 });
    expect(artists()).toEqual(["Adele", "Bo"]);
  });
});

/** A folder, and another one with some of its files and others. Tagged files with one path have different tags. */
const twoFolders = fc
  .record({ one: audioLayout, other: audioLayout, isShared: fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }) })
  .map(({ one, other, isShared }) => ({
    one,
    two: new Map([...[...one].filter((_, at) => isShared[at % isShared.length] === true), ...other]),
  }));

test("no file of two folders with one name is lost, in whatever order they are imported", async () => {
  const order = fc.array(fc.constantFrom("one", "two"), { minLength: 1, maxLength: 3 });
  const mode = fc.constantFrom<MediaMode>("copy", "in-place");
  await fc.assert(
    fc.asyncProperty(twoFolders, order, mode, async (layouts, more, media) => {
      const fixture = await CatalogFixture.make();
      try {
        const contents = new Map<string, string>();
        for (const [name, layout] of Object.entries(layouts)) {
          for (const [path, tags] of layout) {
            const ending = LAYOUT_ENDINGS.find((known) => path.toLowerCase().endsWith(`.${known}`)) ?? "wav";
            const bytes = audioBytes(ending, tags === null ? null : { ...tags, artist: `${tags.artist} ${name}` });
            contents.set(await fixture.write(`${name}/music/${path}`, bytes), Bun.SHA256.hash(bytes, "hex"));
          }
        }
        const named = new Set<string>();
        for (const name of ["one", "two", ...more]) {
          await fixture.importPaths([join(fixture.dumps, name, "music")], { media });
          for (const { file, field } of await fixture.report()) if (field === "") named.add(file);
        }
        const refs = fixture
          .ids()
          .flatMap((id) => fixture.song(id)?.audioFiles ?? [])
          .flatMap(({ wavPath, mp3Path }) => [wavPath, mp3Path].filter((ref) => ref !== null));
        const served = new Set(refs.map((ref) => digestInRef(ref) ?? contents.get(ref)));
        const lost = [...contents].filter(([path, digest]) => !served.has(digest) && !named.has(path));
        expect(lost.map(([path]) => path)).toEqual([]);
      } finally {
        await fixture.remove();
      }
    }),
    { numRuns: 5 },
  );
});
