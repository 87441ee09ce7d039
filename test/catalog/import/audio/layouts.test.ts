import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { Value } from "@sinclair/typebox/value";
import { SongLine } from "../../../../schema/wire/dump-record.ts";
import { readAudioFolder } from "../../../../src/catalog/import/audio/read-audio-folder.ts";
import {
  audioBytes,
  type AudioLayout,
  audioLayout,
  isFullVersion,
  LAYOUT_ENDINGS,
  type LayoutEnding,
} from "../../../support/audio-layouts.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { CatalogFixture } from "../catalog-fixture.ts";
import { tableText } from "../csv-text.ts";

interface Served {
  /** Title → paths of its full versions, primary first, and of its stems. */
  readonly songs: readonly { readonly title: string; readonly full: string[]; readonly stems: string[] }[];
  /** Paths that a line of the report names. */
  readonly named: ReadonlySet<string>;
}

async function imported(layout: AudioLayout, sheet: string | null = null): Promise<Served> {
  const catalog = await CatalogFixture.make();
  try {
    for (const [path, tags] of layout) await catalog.write(`music/${path}`, audioBytes(endingIn(path), tags));
    if (sheet !== null) await catalog.write("music/sheet.csv", sheet);
    const root = join(catalog.dumps, "music");
    await catalog.importPaths([root]);
    const inside = (path: string | null): string[] => (path === null ? [] : [path.slice(root.length + 1)]);
    const songs = catalog.ids().map((id) => {
      const song = catalog.song(id);
      const pathsOf = (isStem: boolean): string[] =>
        (song?.audioFiles ?? [])
          .filter(({ stem }) => stem === isStem)
          .flatMap(({ wavPath, mp3Path }) => [...inside(wavPath), ...inside(mp3Path)]);
      return { title: song?.title ?? "", full: pathsOf(false), stems: pathsOf(true) };
    });
    // A line about a tag of a file does not account for the file.
    const report = (await catalog.report()).filter(({ field }) => field === "" || field === "id");
    const named = [...layout.keys()].filter((path) => report.some(({ file }) => file === join(root, path)));
    return { songs, named: new Set(named) };
  } finally {
    await catalog.remove();
  }
}

function endingIn(path: string): LayoutEnding {
  const ending = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  return LAYOUT_ENDINGS.find((one) => one === ending) ?? "wav";
}

async function untagged(paths: readonly string[]): Promise<Served["songs"]> {
  return (await imported(new Map(paths.map((path) => [path, null])))).songs;
}

describe("a numbered main mix keeps its stems", () => {
  const layouts: [main: string, drums: string, bass: string][] = [
    ["03 Chase.wav", "03 Chase_Stems/03 Chase_Drums.wav", "03 Chase_Stems/03 Chase_Bass.wav"],
    ["03 Chase.wav", "STEMS/03 Chase/03 Chase Drums.wav", "STEMS/03 Chase/03 Chase Bass.wav"],
    ["03 Chase.wav", "Stems/03 Chase Drums.wav", "Stems/03 Chase Bass.wav"],
    ["03_Chase.wav", "03_Chase_Stems/01_Drums.wav", "03_Chase_Stems/02_Bass.wav"],
    ["03 - Chase.wav", "Chase Stems/Drums.wav", "Chase Stems/Bass.wav"],
    ["Chase.wav", "03 Chase Stems/03 Drums.wav", "03 Chase Stems/04 Bass.wav"],
    [
      "VH022_03_Chase.wav",
      "VH022_03_Chase_Stems/VH022_03_Chase_Drums.wav",
      "VH022_03_Chase_Stems/VH022_03_Chase_Bass.wav",
    ],
    ["VH022_03_Chase-Main.wav", "VH022_03_Chase_Drums.wav", "VH022_03_Chase_Bass.wav"],
    ["1-03 Chase.wav", "1-03 Chase Stems/Drums.wav", "1-03 Chase Stems/Bass.wav"],
  ];
  test.each(layouts)("%s, %s", async (main, drums, bass) => {
    const stems = [drums, bass];
    const other = main.replace("03", "04").replace("Chase", "Rain");
    const songs = await untagged([main, other, ...stems]);
    expect(songs.find(({ full }) => full.includes(main))).toMatchObject({
      full: [main],
      stems: expect.arrayContaining(stems),
    });
    expect(songs.map(({ full }) => full.length)).toEqual([1, 1]);
  });
});

describe("files with one name in two formats", () => {
  const tags = { title: "One", artist: "Ada" };

  test("and other titles and artists are two songs", async () => {
    const { songs, named } = await imported(
      new Map([
        ["tagged.flac", tags],
        ["tagged.m4a", { title: "Two", artist: "Bo" }],
      ]),
    );
    expect(songs.map(({ title, full }) => `${title}: ${full.join()}`).toSorted()).toEqual([
      "One: tagged.flac",
      "Two: tagged.m4a",
    ]);
    expect([...named]).toEqual(["tagged.m4a"]);
  });

  test.each([
    ["equal tags", tags],
    ["no tags", null],
    ["another spelling", { title: "01 - ONE", artist: "ada" }],
    ["further artists", { title: "One (Instrumental)", artist: "Bo; Ada" }],
  ])("and %s are one song", async (_, other) => {
    const { songs } = await imported(
      new Map([
        ["tagged.flac", tags],
        ["tagged.m4a", other],
      ]),
    );
    expect(songs.map(({ full }) => full)).toEqual([["tagged.flac", "tagged.m4a"]]);
  });

  test("in a third format are another song only with other tags", async () => {
    const { songs, named } = await imported(
      new Map([
        ["a.wav", tags],
        ["a.flac", tags],
        ["b.wav", tags],
        ["b.flac", { title: "Two", artist: "Bo" }],
      ]),
    );
    expect(songs.map(({ full }) => full.join()).toSorted()).toEqual(["a.wav", "b.flac", "b.wav"]);
    expect([...named].toSorted()).toEqual(["a.flac", "b.flac"]);
  });
});

test("names that differ only in case or in their Unicode form are separate songs", async () => {
  const paths = [
    "T.wav",
    "t.wav",
    "T.WAV",
    "caf\u00E9.wav",
    "cafe\u0301.wav",
    "Stems/x.wav",
    "Stems/X.wav",
    "Stems/x.WAV",
  ];
  const songs = await untagged(paths);
  expect(songs.flatMap(({ full, stems }) => [...full, ...stems]).toSorted()).toEqual(paths.toSorted());
});

describe("every file of a layout is served by one song, or named in the report", () => {
  test("by an import", async () => {
    await fc.assert(
      fc.asyncProperty(audioLayout, async (layout) => {
        const { songs, named } = await imported(layout);
        expectAccount(
          layout,
          songs.flatMap(({ full, stems }) => [...full, ...stems]),
          named,
        );
      }),
      { numRuns: 5 },
    );
  });

  test("by an import with a sheet that has rows for some of the files", async () => {
    const columns = ["TRACK: Title", "TRACK: Number", "TRACK: Version", "ALBUM: Code", "TRACK: Audio Filename"];
    const row = fc.record({ at: fc.nat(20), number: fc.nat(12), isNamed: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(audioLayout, fc.array(row, { minLength: 1, maxLength: 6 }), async (layout, rows) => {
        const paths = [...layout.keys()];
        const cells = rows.map(({ at, number, isNamed }) => {
          const path = paths[at % paths.length] ?? "";
          const name = basename(path, extname(path));
          return [name, String(number), "", "VH022", isNamed ? path : ""];
        });
        const { songs, named } = await imported(layout, tableText([columns, ...cells]));
        const served = songs.flatMap(({ full, stems }) => [...full, ...stems]);
        expectAccount(layout, [...new Set(served)], named);
      }),
      { numRuns: 5 },
    );
  });

  test("by the reader of audio folders, with unique ids and no main mix among the stems", async () => {
    await fc.assert(
      fc.asyncProperty(audioLayout, fc.boolean(), async (layout, families) => {
        const { served, stems, named, ids } = await linesOf(layout, families);
        expectAccount(layout, served, named);
        expect(stems.filter(isFullVersion)).toEqual([]);
        expect(new Set(ids).size).toBe(ids.length);
      }),
      { numRuns: 40 },
    );
  });
});

function expectAccount(layout: AudioLayout, served: readonly string[], named: ReadonlySet<string>): void {
  expect(served.length).toBe(new Set(served).size);
  expect([...layout.keys()].filter((path) => !served.includes(path) && !named.has(path))).toEqual([]);
  expect(served.filter((path) => !layout.has(path))).toEqual([]);
}

/** The media paths and the ids in the song lines of a folder, and the files that its other lines name. */
async function linesOf(
  layout: AudioLayout,
  families: boolean,
): Promise<{
  readonly served: string[];
  readonly stems: string[];
  readonly named: ReadonlySet<string>;
  readonly ids: string[];
}> {
  const path = temporaryFolder();
  for (const [name, tags] of layout) {
    await mkdir(join(path, dirname(name)), { recursive: true });
    await writeFile(join(path, name), audioBytes(endingIn(name), tags));
  }
  const folder = { path, name: "music", audio: [...layout.keys()] };
  const lines = (
    await Array.fromAsync(
      readAudioFolder(folder, { families, onFiles: () => undefined, signal: null, otherFolders: null }),
    )
  ).flat();
  await rm(path, { recursive: true });
  const songs = lines.flatMap((line) => (line.kind === "value" ? [Value.Parse(SongLine, line.value)] : []));
  const files = songs.flatMap((song) => song.audio_files ?? []);
  const pathsOf = (some: typeof files): string[] =>
    some.flatMap(({ wav, mp3 }) => [wav, mp3].filter((one) => one !== undefined));
  return {
    served: pathsOf(files),
    stems: pathsOf(files.filter(({ stem }) => stem === true)),
    named: new Set(
      lines.flatMap((line) =>
        line.kind === "value" || line.field !== "" ? [] : (line.file?.slice("music/".length) ?? []),
      ),
    ),
    ids: [...songs.map(({ id }) => id), ...files.map(({ id }) => id)],
  };
}
