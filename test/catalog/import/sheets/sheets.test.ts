import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { type CellRow, readSheet } from "../../../../src/catalog/import/sheets/read-sheet.ts";
import { recogniseSheet } from "../../../../src/catalog/import/sheets/recognise-sheet.ts";
import { wavBytes } from "../../../support/small-media.ts";
import { sheetXml, xlsxBytes, zipOf } from "../../../support/small-sheet.ts";
import { taggedMp3 } from "../../../support/tagged-audio.ts";
import { CatalogFixture } from "../catalog-fixture.ts";
import { tableText } from "../csv-text.ts";

let catalog: CatalogFixture;
beforeEach(async () => {
  catalog = await CatalogFixture.make();
});
afterEach(() => catalog.remove());

const HARVEST = [
  "LIBRARY: Name",
  "ALBUM: Code",
  "ALBUM: Title",
  "TRACK: Title",
  "TRACK: Number",
  "TRACK: Is Main",
  "TRACK: Main Track Number",
  "TRACK: Version",
  "TRACK: BPM",
  "TRACK: Genre",
  "TRACK: Keywords",
  "TRACK: Instrumentation",
  "TRACK: Duration",
  "TRACK: Audio Filename",
  "WRITER:1: First Name",
  "WRITER:1: Last Name",
  "WRITER:1: IPI",
  "CODE: ISRC",
  "House Rating",
];
type Cells = Readonly<Record<string, string>>;

const row = (headers: readonly string[], cells: Cells): string[] => headers.map((header) => cells[header] ?? "");
const harvest = (cells: Cells): string[] =>
  row(HARVEST, { "LIBRARY: Name": "Lib", "ALBUM: Code": "VH022", "ALBUM: Title": "Locker", ...cells });

const FAMILY = [
  harvest({
    "TRACK: Title": "Glass Harbour",
    "TRACK: Number": "2",
    "TRACK: Is Main": "N",
    "TRACK: Main Track Number": "1",
    "TRACK: Version": "Instrumental",
    "TRACK: Audio Filename": "GH_Inst",
  }),
  harvest({
    "TRACK: Title": "Glass Harbour",
    "TRACK: Number": "1",
    "TRACK: Is Main": "Y",
    "TRACK: Version": "Main",
    "TRACK: BPM": "128.0",
    "TRACK: Genre": "Electronic, Ambient",
    "TRACK: Keywords": "night; city",
    "TRACK: Duration": "3:05",
    "TRACK: Audio Filename": "GH_Main.wav",
    "WRITER:1: First Name": "Ada",
    "WRITER:1: Last Name": "Field",
    "WRITER:1: IPI": "123456789",
    "CODE: ISRC": "QZ-ABC-24-00001",
    "House Rating": "5",
  }),
  harvest({ "TRACK: Title": "Main Street", "TRACK: Number": "3", "TRACK: Is Main": "Y", "TRACK: Version": "Main" }),
];

describe("a sheet of Harvest Media", () => {
  test.each(["csv", "tsv", "txt", "xlsx"])("in %s becomes songs with their versions", async (ending) => {
    const rows = [HARVEST, ...FAMILY];
    const text = tableText(rows, ending === "csv" ? "," : "\t");
    await catalog.write(`album/sheet.${ending}`, ending === "xlsx" ? await xlsxBytes(rows) : text);
    await catalog.write("album/audio/gh_main.WAV", wavBytes());
    await catalog.write("album/audio/GH_Inst.mp3", taggedMp3({ TIT2: "x" }));
    const outcome = await catalog.importPaths([join(catalog.dumps, "album")]);
    expect(outcome).toMatchObject({ added: 2, rejected: 0, missingMedia: 0, families: { songs: 1, files: 2 } });
    expect(catalog.ids()).toEqual(["VH022-1", "VH022-3"]);
    expect(catalog.song("VH022-1")).toMatchObject({
      title: "Glass Harbour",
      bpm: 128,
      isrc: "QZABC2400001",
      artists: [{ name: "Ada Field" }],
      tags: { genre: ["Electronic", "Ambient"], characteristic: ["night", "city"] },
      audioFiles: [
        { description: "Main", vocals: null, duration: 185, wavPath: join(catalog.dumps, "album/audio/gh_main.WAV") },
        { description: "Instrumental", vocals: "none", mp3Path: join(catalog.dumps, "album/audio/GH_Inst.mp3") },
      ],
    });
    expect(outcome.remarks[0]).toContain("read as a sheet of Harvest Media; songs have no field for LIBRARY: Name");
    expect(outcome.warnings.map(({ message, count }) => [message, count])).toEqual([["unknown field House Rating", 1]]);
    const family = (await catalog.report()).find(({ field }) => field === "audio_files");
    expect(family).toMatchObject({ line: 3 });
    expect(family?.reason).toContain("by the sheet's main track: line 3 (Main); line 2 (Instrumental)");
    expect(await catalog.importPaths([join(catalog.dumps, "album")])).toMatchObject({ added: 0, updated: 0 });
  });

  test("without links becomes songs by title and version within each album", async () => {
    const rows = ["Main", "60 sec", "No Drums"].map((version, at) =>
      harvest({ "TRACK: Title": "Rain", "TRACK: Number": String(at + 1), "TRACK: Version": version }),
    );
    const other = harvest({
      "ALBUM: Code": "VH023",
      "TRACK: Title": "Rain",
      "TRACK: Number": "1",
      "TRACK: Version": "Bed",
    });
    const outcome = await catalog.importCsv(tableText([HARVEST, ...rows, other]));
    expect(outcome).toMatchObject({ added: 2, families: { songs: 1, files: 3 } });
    expect(catalog.song("VH022-1")?.audioFiles.map(({ description }) => description)).toEqual([
      "Main",
      "No Drums",
      "60 sec",
    ]);
  });

  test("is read from a UTF-16 text with display titles only; other texts are skipped", async () => {
    const text = tableText(
      [
        ["TRACK: Display Title", "TRACK: Number", "ALBUM: Code"],
        ["Grüße", "1", "A1"],
      ],
      "\t",
    );
    await catalog.write("album/Sheet.TXT", Buffer.from(`\uFEFF${text}`, "utf16le"));
    await catalog.write("album/notes.txt", "a\tb\n");
    await catalog.write("album/~$Sheet.xlsx", "open elsewhere");
    expect(await catalog.importPaths([join(catalog.dumps, "album")])).toMatchObject({ added: 1, rejected: 0 });
    expect(catalog.song("A1-1")?.title).toBe("Grüße");
  });

  test("with --no-families has a song for every row", async () => {
    const outcome = await catalog.importCsv(tableText([HARVEST, ...FAMILY]), { families: false });
    expect(outcome).toMatchObject({ added: 3, families: { songs: 0 } });
  });

  test("assigns stems in folders of stems to their song, and reports the files that it skips", async () => {
    await catalog.write("album/GH_Main.wav", wavBytes());
    await catalog.write("album/GH_Inst.wav", wavBytes());
    await catalog.write("album/GH_Main_Stems/GH_Main_Drums.wav", wavBytes());
    await catalog.write("album/GH_Main_Stems/GH_Main_Bass.wav", wavBytes());
    await catalog.write("album/unknown.wav", wavBytes());
    await catalog.write("album/sheet.csv", tableText([HARVEST, ...FAMILY]));
    const outcome = await catalog.importPaths([join(catalog.dumps, "album")]);
    expect(catalog.song("VH022-1")?.audioFiles.map(({ description, stem }) => [description, stem])).toEqual([
      ["Main", false],
      ["Instrumental", false],
      ["Main Bass", true],
      ["Main Drums", true],
    ]);
    expect(outcome.remarks[1]).toContain("no row names 1 audio file below the sheet's folder; it was skipped");
  });

  test("next to the folder of its audio gets a remark to put it above", async () => {
    await catalog.write("album/audio/GH_Main.wav", wavBytes());
    await catalog.write("album/data/sheet.csv", tableText([HARVEST, ...FAMILY]));
    const outcome = await catalog.importPaths([join(catalog.dumps, "album")]);
    expect(outcome.remarks.join()).toContain("put the sheet above its audio");
  });

  test("reports wrong cells, missing and ambiguous files, and missing main tracks", async () => {
    await catalog.write("a/Twice.wav", wavBytes());
    await catalog.write("b/twice.wav", wavBytes());
    const rows = [
      harvest({ "TRACK: Title": "A", "TRACK: Number": "1", "TRACK: BPM": "fast", "TRACK: Duration": "3.5" }),
      harvest({ "TRACK: Title": "B", "TRACK: Number": "2", "TRACK: Audio Filename": "C:\\music\\gone.wav" }),
      harvest({ "TRACK: Title": "C", "TRACK: Number": "3", "TRACK: Audio Filename": "Twice.wav" }),
      harvest({ "TRACK: Title": "D", "TRACK: Number": "4", "TRACK: Is Main": "N", "TRACK: Main Track Number": "9" }),
      harvest({ "TRACK: Number": "5" }),
    ];
    const outcome = await catalog.importCsv(tableText([HARVEST, ...rows]));
    expect(outcome).toMatchObject({ added: 4, rejected: 1, missingMedia: 1 });
    const report = (await catalog.report()).filter(({ line }) => line > 1).map(({ line, field }) => [line, field]);
    expect(report.toSorted((a, b) => Number(a[0]) - Number(b[0]))).toEqual([
      [2, "TRACK: Duration"],
      [2, "TRACK: BPM"],
      [3, "audio_files[0].wav"],
      [4, "audio_files"],
      [5, "audio_files"],
      [6, "title"],
    ]);
  });
});

describe("a sheet with versions", () => {
  test.each([
    [
      "rows",
      { rows: 2, characters: 1_000 },
      "s.csv has more than 2 rows. Split it by album: all rows are read into memory to find the versions of songs.",
    ],
    ["characters", { rows: 9, characters: 10 }, "s.csv has more than 10 characters. Split it by album"],
  ])("with too many %s is refused", async (...[, heldMax, reason]) => {
    const layout = recogniseSheet(HARVEST);
    if (layout === null) throw new Error("the headers are known");
    async function* rows(): AsyncGenerator<readonly CellRow[]> {
      yield FAMILY.map((cells, at) => ({ line: at + 2, cells }));
    }
    const source = { name: "s.csv", folder: catalog.dumps, families: true, signal: null, heldMax };
    const read = async (): Promise<void> => {
      for await (const _ of readSheet(rows(), layout, source));
    };
    await expect(read()).rejects.toThrow(reason);
  });
});

describe("an export of SourceAudio", () => {
  const headers = [
    "SourceAudio ID",
    "Title",
    "Filename",
    "Master ID",
    "Genres",
    "Mood",
    "Bpm",
    "Writer 1 First Name",
    "Writer 1 Last Name",
    "Has Vocal",
    "Explicit",
    "Custom: Shelf",
  ];

  test("keeps its ids, and links versions by Master ID", async () => {
    const cells = (id: string, master: string, more: Cells): string[] =>
      row(headers, { "SourceAudio ID": id, "Master ID": master, ...more });
    const outcome = await catalog.importCsv(
      tableText([
        headers,
        cells("77", "77", {
          Title: "Rain",
          Genres: "Pop",
          Mood: "calm, wide",
          Bpm: "90",
          "Has Vocal": "Yes",
          Explicit: "No",
          "Writer 1 First Name": "Bo",
          "Writer 1 Last Name": "Lee",
          "Custom: Shelf": "3",
        }),
        cells("78", "77", { Title: "Rain (Instrumental)", "Has Vocal": "No" }),
      ]),
    );
    expect(outcome).toMatchObject({ added: 1, families: { songs: 1, files: 2 } });
    expect(catalog.song("77")).toMatchObject({
      title: "Rain",
      explicit: false,
      artists: [{ name: "Bo Lee" }],
      tags: { mood: ["calm", "wide"] },
      audioFiles: [{ vocals: "lead" }, { description: "Instrumental", vocals: "none" }],
    });
    expect(outcome.warnings.map(({ message }) => message)).toEqual(["unknown field Custom: Shelf"]);
  });
});

describe("a table of audio features", () => {
  test("is read with a byte order mark and CRLF; ids come from artist and title", async () => {
    const lines = [
      "\uFEFFartist,song,duration_ms,explicit,year,energy,key,mode,tempo,genre,popularity",
      'Ada Field,"Rain, Again",183250,True,2004,0.8,9,0,127.6,"pop, rock",77',
      "ADA FIELD,Snow,200000,False,2005,0.1,C#,Major,0,['art pop'],5",
    ];
    const outcome = await catalog.importCsv(`${lines.join("\r\n")}\r\n`);
    expect(outcome).toMatchObject({ added: 2, rejected: 0 });
    const [rain, snow] = ["Rain, Again", "Snow"].map((title) => {
      const id = catalog.ids().find((one) => catalog.song(one)?.title === title);
      return id === undefined ? null : catalog.song(id);
    });
    expect(rain).toMatchObject({ explicit: true, energy: "high", keyName: "A", keyMode: "minor", bpm: 128 });
    expect(rain).toMatchObject({ tags: { genre: ["pop", "rock"] }, audioFiles: [{ duration: 183.25 }] });
    expect(snow).toMatchObject({ keyName: "C#", keyMode: "major", bpm: null, tags: { genre: ["art pop"] } });
    expect(outcome.warnings.map(({ message, count }) => [message, count])).toContainEqual([
      "unknown field popularity",
      2,
    ]);
    const again = lines
      .toReversed()
      .toSpliced(0, 0, lines[0] ?? "")
      .slice(0, 3)
      .join("\n");
    expect(await catalog.importCsv(again)).toMatchObject({ added: 0, updated: 0, unchanged: 2 });
  });

  test("is an ordinary table if the column map names its columns", async () => {
    const text = "code,song,tempo\n1,Rain,90\n";
    const map = new Map([
      ["code", "id"],
      ["song", "title"],
      ["tempo", "bpm"],
    ]);
    await catalog.importCsv(text, { map });
    expect(catalog.song("1")).toMatchObject({ title: "Rain", bpm: 90 });
  });
});

describe("a spreadsheet", () => {
  test("with our own fields is read like a CSV file, with the spreadsheet's row numbers", async () => {
    const bytes = await xlsxBytes([
      ["id", "title", "bpm"],
      ["1", "One", 90],
      [null, null, null],
      ["3", "", 90],
    ]);
    expect(await catalog.importPaths([await catalog.write("own.xlsx", bytes)])).toMatchObject({
      added: 1,
      rejected: 1,
    });
    expect(await catalog.report()).toMatchObject([{ line: 4, field: "title" }]);
  });

  test("can have its headers below a title", async () => {
    const bytes = await xlsxBytes([["Our catalogue"], [], ["song", "tempo"], ["Rain", 90]]);
    expect(await catalog.importPaths([await catalog.write("own.xlsx", bytes)])).toMatchObject({
      added: 1,
      rejected: 0,
    });
  });

  test("that is damaged, or has a cell beyond the limits, is refused by name", async () => {
    const broken = await catalog.write("broken.xlsx", "PK no zip");
    await expect(catalog.importPaths([broken])).rejects.toThrow(/broken\.xlsx is not a readable spreadsheet/);
    const far = sheetXml([["id"]])
      .replace('<row r="1">', '<row r="999999">')
      .replace('r="A1"', 'r="A999999"');
    const long = await catalog.write("long.xlsx", await zipOf({ "xl/worksheets/sheet1.xml": far }));
    await expect(catalog.importPaths([long])).rejects.toThrow(/at most 250,000 rows, got a cell in row 999999/);
    const wide = sheetXml([["id"]]).replace('r="A1"', 'r="XFD1"');
    const path = await catalog.write("wide.xlsx", await zipOf({ "xl/worksheets/sheet1.xml": wide }));
    await expect(catalog.importPaths([path])).rejects.toThrow(/at most 1,000 columns, got the cell XFD1/);
  });

  test("that is damaged is reported, and the other files are imported", async () => {
    const good = await xlsxBytes([
      ["id", "title"],
      ["1", "One"],
    ]);
    const half = await xlsxBytes([["id", "title"], ["2", "Two"], ["3", "x".repeat(200_000)], ["4"]]);
    const paths = [
      await catalog.write("a-broken.xlsx", "PK no zip"),
      await catalog.write("b-good.xlsx", good),
      await catalog.write("c-half.xlsx", half.slice(0, half.length - 10)),
      await catalog.write("d.jsonl", '{"id":"5","title":"Five"}\n'),
    ];
    expect(await catalog.importPaths(paths)).toMatchObject({ added: 2, rejected: 2 });
    expect(catalog.ids()).toEqual(["1", "5"]);
    expect(await catalog.report()).toMatchObject([
      { file: paths[0], line: 0, field: "", reason: expect.stringContaining("is not a readable spreadsheet") },
      { file: paths[2], line: 0, field: "", reason: expect.stringContaining("is not a readable spreadsheet") },
    ]);
  });

  test("that is cut off is reported with the number of rows read", async () => {
    const rows = Array.from({ length: 5_000 }, (_, n) => [`S${n}`, `Title ${n}`]);
    const whole = sheetXml([["id", "title"], ...rows]);
    const path = await catalog.write("half.xlsx", await zipOf({ "xl/worksheets/sheet1.xml": whole.slice(0, -2_000) }));
    const other = await catalog.write("other.jsonl", '{"id":"5","title":"Five"}\n');
    const outcome = await catalog.importPaths([path, other]);
    expect(outcome.added).toBeGreaterThan(4_000);
    expect(outcome).toMatchObject({ rejected: 1 });
    const [entry] = await catalog.report();
    expect(entry?.reason).toEndWith(`; ${outcome.added - 1} records before the damage were read`);
  });

  test("that is damaged fails an import with --replace, which would retire its songs", async () => {
    await catalog.importLines([{ id: "5", title: "Five" }]);
    const paths = [
      await catalog.write("a-broken.xlsx", "PK no zip"),
      await catalog.write("d.jsonl", '{"id":"6","title":"Six"}\n'),
    ];
    await expect(catalog.importPaths(paths, { replace: true })).rejects.toThrow(
      /a-broken\.xlsx is not a readable spreadsheet/,
    );
    expect(catalog.ids()).toEqual(["5"]);
  });

  test("keeps a row with more cells than the header", async () => {
    const bytes = await xlsxBytes([
      ["id", "title"],
      ["1", "One", "a note"],
      ["2", "Two"],
    ]);
    const outcome = await catalog.importPaths([await catalog.write("own.xlsx", bytes)]);
    expect(outcome).toMatchObject({ added: 2, rejected: 0 });
    expect(outcome.warnings).toMatchObject([
      { message: "cells to the right of the last column; left out", count: 1, line: 2 },
    ]);
    expect(await catalog.report()).toMatchObject([
      { line: 2, field: "", reason: "the row has 3 cells, the header 2; the rest was left out" },
    ]);
  });

  test("loses only a damaged cell", async () => {
    const bytes = await zipOf({
      "xl/worksheets/sheet1.xml": sheetXml([
        ["id", "title", "bpm"],
        ["1", "One", 90],
        ["2", "Two", 91],
      ]).replace("<v>90</v>", "<v>fast</v>"),
    });
    const outcome = await catalog.importPaths([await catalog.write("own.xlsx", bytes)]);
    expect(outcome).toMatchObject({ added: 2, rejected: 0 });
    expect(await catalog.report()).toMatchObject([
      { line: 2, reason: 'cell C2: expected a number, got "fast"; left out' },
    ]);
    expect([catalog.song("1")?.bpm, catalog.song("2")?.bpm]).toEqual([null, 91]);
  });
});
