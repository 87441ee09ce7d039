import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync, zstdCompressSync } from "node:zlib";
import fc from "fast-check";
import { stringify } from "../csv-text.ts";
import { CatalogFixture, jsonLines } from "../catalog-fixture.ts";

const THREE = jsonLines([
  { id: "1", title: "One" },
  { id: "2", title: "Two" },
  { id: "3", title: "Three" },
]);

let catalog: CatalogFixture;
beforeEach(async () => {
  catalog = await CatalogFixture.make();
});
afterEach(() => catalog.remove());

describe("a dump file", () => {
  test("can be plain, gz or zst, also with several frames", async () => {
    const more = Buffer.from(`\n${jsonLines([{ id: "4", title: "Four" }])}`);
    const gz = Buffer.concat([gzipSync(THREE), gzipSync(more)]);
    const zst = Buffer.concat([zstdCompressSync(THREE), zstdCompressSync(more)]);
    expect((await catalog.importPaths([await catalog.write("a.jsonl", THREE)])).added).toBe(3);
    expect((await catalog.importPaths([await catalog.write("a.jsonl.gz", gz)])).added).toBe(1);
    expect((await catalog.importPaths([await catalog.write("A.JSONL.ZST", zst)])).unchanged).toBe(4);
  });

  test.each([
    ["gz", gzipSync(THREE)],
    ["zst", zstdCompressSync(THREE)],
  ])("that is a truncated %s fails with its name, and leaves the previous catalog", async (ending, bytes) => {
    await catalog.importLines([{ id: "old", title: "Old" }]);
    const path = await catalog.write(`cut.jsonl.${ending}`, bytes.subarray(0, bytes.length - 6));
    await expect(catalog.importPaths([path])).rejects.toThrow(new RegExp(`cut\\.jsonl\\.${ending} is not a complete`));
    expect(catalog.ids()).toEqual(["old"]);
  });

  test.each(["missing.jsonl", "song.mp3", "empty"])("named %s is refused before the import starts", async (name) => {
    if (name === "song.mp3") await catalog.write(name, "ID3");
    if (name === "empty") await catalog.write("empty/notes.txt", "nothing");
    await expect(catalog.importPaths([join(catalog.dumps, name)])).rejects.toThrow(name);
    expect(() => catalog.ids()).toThrow("there is no catalog");
  });

  test("in a folder is found at any depth, sorted by path; hidden files and linked folders are ignored", async () => {
    await catalog.write("all/b/2.jsonl", jsonLines([{ id: "3", title: "C" }]));
    await catalog.write("all/a.jsonl", jsonLines([{ id: "1", title: "A" }]));
    await catalog.write("all/b/1.csv", "id,title\n2,B\n");
    await catalog.write("all/.hidden.jsonl", jsonLines([{ id: "4", title: "D" }]));
    await catalog.write("all/notes.txt", "not a dump");
    await symlink(join(catalog.dumps, "all"), join(catalog.dumps, "all", "again"));
    await catalog.importPaths([join(catalog.dumps, "all")]);
    expect(catalog.ids()).toEqual(["1", "2", "3"]);
  });

  test("reports its progress up to the last byte", async () => {
    const told: { records: number; bytesRead: number; bytesTotal: number }[] = [];
    const gz = gzipSync(THREE);
    await catalog.importPaths([await catalog.write("a.jsonl.gz", gz)], {
      onProgress: (progress) => void told.push(progress),
    });
    expect(told.at(-1)).toMatchObject({ records: 3, rejected: 0, bytesRead: gz.length, bytesTotal: gz.length });
  });
});

test.each(["notes.constructor", "songs.jsonl.constructor"])(
  "a file named %s is not of a supported type",
  async (name) => {
    const path = await catalog.write(name, "{}");
    await expect(catalog.importPaths([path])).rejects.toThrow("is not of a supported type");
  },
);

describe("a CSV or TSV file", () => {
  test("is read with a byte order mark, CRLF, quoted cells and several values in a cell", async () => {
    const rows = [
      "\ufeffid,Title,Genre,mood,artist,playlists,released_at,bpm,key,explicit,duration,vocals,energy",
      '7,"Glass, ""Harbour""",ambient; Drone |noise,"calm\r\nstill",Ada Field|Bo,12;31,2024-05-01,128,A minor,yes,3:05,Lead,Very Low',
    ];
    const outcome = await catalog.importCsv(`${rows.join("\r\n")}\r\n`);
    expect(outcome).toMatchObject({ added: 1, rejected: 0, warnings: [] });
    expect(catalog.song("7")).toMatchObject({
      title: 'Glass, "Harbour"',
      tags: { genre: ["ambient", "Drone", "noise"], mood: ["calm\r\nstill"], instrument: [], characteristic: [] },
      artists: [{ name: "Ada Field" }, { name: "Bo" }],
      playlists: [{ id: 12 }, { id: 31 }],
      releasedAt: Date.UTC(2024, 4, 1) / 1_000,
      bpm: 128,
      keyName: "A",
      keyMode: "minor",
      explicit: true,
      energy: "very_low",
      audioFiles: [{ id: "7-main", duration: 185, vocals: "lead" }],
    });
  });

  test("gives an artist without an id the same id in every spelling and import", async () => {
    await catalog.importCsv("id,title,artist\n1,A,Ada Field\n");
    await catalog.importCsv("id,title,artist\n2,B,ADA  FIELD\n");
    expect(catalog.song("1")?.artists[0]?.id).toBe(catalog.song("2")?.artists[0]?.id ?? "");
  });

  test("can have tabs, or semicolons in a .csv with semicolons in its header", async () => {
    await catalog.importPaths([await catalog.write("a.tsv", "id\ttitle\tgenre\n1\tOne, two\tambient;drone\n")]);
    await catalog.importCsv("id;title;genre\n2;Two, three;ambient|drone\n");
    expect(catalog.song("1")).toMatchObject({ title: "One, two", tags: { genre: ["ambient", "drone"] } });
    expect(catalog.song("2")).toMatchObject({ title: "Two, three", tags: { genre: ["ambient", "drone"] } });
  });

  test("can be mapped: columns are renamed or left out", async () => {
    const map = new Map<string, string | null>([
      ["track_name", "title"],
      ["code", "id"],
      ["notes", null],
    ]);
    const outcome = await catalog.importCsv("Code,Track Name,Notes,Mood\n1,One,secret,calm\n", { map });
    expect(outcome).toMatchObject({ added: 1, warnings: [] });
    expect(catalog.song("1")).toMatchObject({ title: "One", tags: { mood: ["calm"] } });
  });

  test.each([
    ["id;Titel;Künstler;Tonart;Dauer;Erscheinungsdatum;Stimmung", "1;Eins;Ada;a-Moll;3:05;31.12.2023;ruhig"],
    ["ID,Track Title,Performer,Musical Key,Length,Release Date,Moods", "1,Eins,Ada,A min,185 s,2023-12-31,ruhig"],
    [
      "id\ttitre\tartiste\ttonalité\tdurée\tdate de sortie\tambiance",
      "1\tEins\tAda\tla mineur\t3:05\t31/12/2023\truhig",
    ],
  ])("reads columns by what others call them, and says so: %s", async (header, row) => {
    const outcome = await catalog.importCsv(`${header}\n${row}\n`);
    expect(catalog.song("1")).toMatchObject({
      title: "Eins",
      artists: [{ name: "Ada" }],
      keyName: "A",
      keyMode: "minor",
      releasedAt: Date.UTC(2023, 11, 31) / 1000,
      tags: { mood: ["ruhig"] },
      audioFiles: [{ duration: 185 }],
    });
    expect(outcome.warnings).toEqual([]);
    expect(outcome.remarks.join("\n")).toContain("columns were read by their meaning: ");
  });

  test("prefers our name of a column to another, and the first of others", async () => {
    const outcome = await catalog.importCsv("id,track,title,year,date\n1,7,One,1999-05-01,2001-05-01\n");
    expect(catalog.song("1")).toMatchObject({ title: "One", releasedAt: Date.UTC(1999, 4, 1) / 1000 });
    expect(outcome.warnings.map(({ message }) => message)).toEqual(["unknown field track", "unknown field date"]);
  });

  test("takes the number of a track for no title", async () => {
    const outcome = await catalog.importCsv("id,track,mood\n1,7,calm\n");
    expect(outcome).toMatchObject({ added: 0, rejected: 1 });
  });

  test("causes one warning per unknown column, with name and count", async () => {
    const outcome = await catalog.importCsv("id,title,label,mix\n1,A,x,wide\n2,B,y,\n");
    expect(outcome.warnings.map(({ message, count, line }) => ({ message, count, line }))).toEqual([
      { message: "unknown field label", count: 2, line: 2 },
      { message: "unknown field mix", count: 1, line: 2 },
    ]);
  });

  test("leaves out an odd cell, rejects only rows without an id or a title and broken ones, and counts lines from the header", async () => {
    const rows = [
      "id,title,bpm",
      "1,A,fast",
      "",
      '2,"B',
      'b",120',
      "3,C, D,90",
      "4,,100",
      "5,E,100",
      '6,"open',
      "7,G,90",
    ];
    const outcome = await catalog.importCsv(rows.join("\n"));
    expect(outcome).toMatchObject({ added: 4, rejected: 3 });
    expect((await catalog.report()).map(({ line, field }) => ({ line, field }))).toEqual([
      { line: 2, field: "bpm" },
      { line: 6, field: "" },
      { line: 7, field: "title" },
      { line: 9, field: "" },
    ]);
    expect(catalog.ids()).toEqual(["1", "2", "5", "7"]);
  });

  test("replaces bytes that are not UTF-8, and rejects the row only for its id", async () => {
    const text = 'id,title,description,bpm\n1,ok,,\n2,a\xffb,fine,90\n3,ok,"q\xff,r",91\n4,ok,,9\xff2\n5\xff,lost,,\n';
    const bytes = Buffer.concat([Buffer.from(text, "latin1"), Buffer.from("6,ü,ü,ü\n".repeat(20))]);
    const outcome = await catalog.importPaths([await catalog.write("dump.csv", bytes)]);
    expect(outcome).toMatchObject({ added: 5, rejected: 1 });
    const replaced = 'not valid UTF-8; the damaged bytes were replaced by "\ufffd"';
    expect((await catalog.report()).filter(({ reason }) => reason.includes("UTF-8"))).toEqual(
      [
        { line: 3, field: "title", reason: replaced },
        { line: 4, field: "description", reason: replaced },
        { line: 5, field: "bpm", reason: replaced },
        { line: 6, field: "id", reason: "not valid UTF-8" },
      ].map((entry) => ({ file: join(catalog.dumps, "dump.csv"), ...entry })),
    );
    expect(catalog.song("2")).toMatchObject({ title: "a\ufffdb", description: "fine", bpm: 90 });
    expect(catalog.song("3")).toMatchObject({ description: "q\ufffd,r", bpm: 91 });
    expect(catalog.song("4")).toMatchObject({ bpm: null });
  });
});

describe("arbitrary texts in a dump", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 40 }).map((value) => value.replaceAll("\0", "0"));
  const songs = fc.uniqueArray(fc.record({ id: fc.uuid(), title: text, description: text }), {
    selector: (song) => song.id,
    maxLength: 12,
  });

  async function expectRoundTrip(name: string, write: (songs: readonly object[]) => string): Promise<void> {
    const property = fc.asyncProperty(songs, async (given) => {
      const titled = given.map((song) => ({ ...song, title: `t ${song.title}`.trim() }));
      await catalog.importPaths([
        await catalog.write(name, write([...titled, { id: "z", title: "z", description: "" }])),
      ]);
      for (const song of titled) {
        const stored = catalog.song(song.id);
        expect(stored?.title).toBe(song.title);
        expect(stored?.description.trim()).toBe(song.description.trim());
      }
    });
    await fc.assert(property, { numRuns: 15 });
  }

  test("survive JSON Lines unchanged", () => expectRoundTrip("dump.jsonl", jsonLines));
  test("survive CSV unchanged", () => expectRoundTrip("dump.csv", (rows) => stringify(rows, ",")));
  test("survive TSV unchanged", () => expectRoundTrip("dump.tsv", (rows) => stringify(rows, "\t")));
});
