import { beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { DATABASE_FILE } from "../../src/app/data-files.ts";
import { SqliteServiceDb } from "../../src/db/sqlite-service-db.ts";
import {
  audioPrograms,
  convertSound,
  recordSoundingFiles,
  soundingDump,
  synthesiseSound,
  writeSoundingFiles,
} from "../support/sounding-music.ts";
import { TestCli } from "./setup.ts";

/** Each call of the command starts a child process that loads the program from source. */
const CHILDREN_MS = 90_000;

interface Row {
  readonly rank: number;
  readonly id: string;
  readonly band: string;
  readonly reasons: readonly string[];
  readonly verdicts: readonly { readonly constraint: string; readonly verdict: string }[];
}

/** A catalog whose sounds are in its index, and one that is not measured. */
let cli: TestCli;
let unmeasured: TestCli;
beforeAll(async () => {
  unmeasured = await importedCatalog();
  cli = await importedCatalog();
  await measure();
}, 3 * CHILDREN_MS);

async function importedCatalog(): Promise<TestCli> {
  const catalog = new TestCli();
  await writeSoundingFiles(catalog.folder);
  const dump = catalog.file("dump.jsonl", await soundingDump());
  expect((await catalog.run("import", dump, "--media", "in-place")).status).toBe(0);
  return catalog;
}

/** Puts measurements into the index. */
async function measure(): Promise<void> {
  const db = SqliteServiceDb.open(join(cli.data, DATABASE_FILE));
  try {
    await recordSoundingFiles(db, cli.folder);
  } finally {
    db.close();
  }
  expect((await cli.run("reindex")).status).toBe(0);
}

describe("needledrop search --like", () => {
  test(
    "finds the song that a file is, by an excerpt and by an MP3 of it",
    async () => {
      const programs = await audioPrograms();
      const mp3 = convertSound(programs, join(cli.folder, "s03.wav"), join(cli.folder, "ref.mp3"), "-b:a", "96k");
      const [first] = await cli.json<Row[]>("search", "--like", mp3);
      expect(first).toMatchObject({ rank: 1, id: "s03", band: "strong" });
      expect(first?.reasons[0]).toStartWith("similar rhythm");
      const part = ["--from", "0:06", "--to", "22.5"];
      const [excerpt] = await cli.json<Row[]>("search", "--like", join(cli.folder, "s06.wav"), ...part);
      expect(excerpt?.id).toBe("s06");
      const explained = await cli.run("search", "--like", join(cli.folder, "s06.wav"), ...part, "--explain");
      expect(explained.stdout).toMatch(/heard {4,}audio of 32 s, compared from 6 s to 22.5 s/);
    },
    CHILDREN_MS,
  );

  test(
    "finds songs that sound like a song of the catalog, by the weighed facets",
    async () => {
      const [first, ...others] = await cli.json<Row[]>("search", "--like", "s03");
      expect(first?.reasons[0]).toStartWith("similar");
      expect([first, ...others].map((row) => row?.id)).not.toContain("s03");
      const only = ["--weight", "feel=0", "--weight", "harmony=0", "--weight", "instruments=0"];
      const [byRhythm] = await cli.json<Row[]>("search", "--like", "s03", ...only);
      expect(byRhythm?.reasons[0]).toBe("similar rhythm");
    },
    CHILDREN_MS,
  );

  test(
    "keeps the promises of the text",
    async () => {
      // Song 4 has drums.
      const rows = await cli.json<Row[]>("search", "like this, without drums", "--like", join(cli.folder, "s04.wav"));
      expect(rows.length).toBeGreaterThan(0);
      for (const { id, verdicts } of rows) {
        expect(Number(id.slice(1)) % 2).toBe(1);
        expect(verdicts[0]?.verdict).toBe("met");
      }
    },
    CHILDREN_MS,
  );

  test(
    "says so if the catalog is not measured or the file is silent",
    async () => {
      const song = join(unmeasured.folder, "s03.wav");
      expect((await unmeasured.run("search", "--like", song)).stdout).toContain(
        "too few songs of the catalog are measured yet",
      );
      const silent = synthesiseSound(await audioPrograms(), "anullsrc=d=12", join(unmeasured.folder, "silent.wav"));
      expect((await unmeasured.run("search", "--like", silent)).stdout).toContain(
        "too short or too quiet to be compared",
      );
      const similar = await unmeasured.run("similar", song);
      expect([similar.status, similar.stderr]).toEqual([1, expect.stringContaining("A running server measures them.")]);
      const none = await unmeasured.run("similar", silent);
      expect(none.stderr).toContain("is too short or too quiet to be compared.");
    },
    CHILDREN_MS,
  );

  test(
    "fails for a file that cannot be heard and for an excerpt outside of it",
    async () => {
      const text = cli.file("text.mp3", "not music");
      const refused = await cli.run("search", "--like", text);
      expect([refused.status, refused.stderr]).toEqual([
        1,
        expect.stringContaining("text.mp3 cannot be heard. It is not"),
      ]);
      const outside = await cli.run("search", "--like", join(cli.folder, "s03.wav"), "--from", "20", "--to", "40");
      expect(outside.stderr).toContain(
        "The excerpt must end within the sound, which is 32 s long, got from 20 s to 40 s.",
      );
    },
    CHILDREN_MS,
  );

  test.each([
    [["--from", "3", "--to", "14"], "--from and --to: can only be used with --like."],
    [["--like", "FILE", "--from", "3"], "--to: expected both --from and --to"],
    [["--like", "FILE", "--from", "x", "--to", "9"], "--from: expected seconds or minutes and seconds"],
    [["--like", "FILE", "--from", "1:75", "--to", "200"], "--from: expected seconds or minutes and seconds"],
    [["--like", "/nothing.wav"], "--like: there is no file /nothing.wav, and the catalog has no song with this id."],
    [["--like", "s99"], "s99, and the catalog has no song with this id."],
    [["--like", "s03", "--from", "0", "--to", "12"], "--from and --to: can only be used with a file"],
    [["--like", "FILE", "--weight", "rhythm=11"], "--weight: expected one of feel, harmony, rhythm, instruments"],
    [["--weight", "rhythm=2"], "--weight: can only be used with --like."],
    [["--like", "FILE", "--batch", "x.jsonl"], "expected either --batch or a single search"],
  ])("is wrong usage with %p", async (options, message) => {
    const given = options.map((option) => (option === "FILE" ? join(cli.folder, "s03.wav") : option));
    const wrong = await cli.run("search", ...given);
    expect(wrong.stderr).toContain(message);
    expect(wrong.status).toBe(2);
  });
});

test(
  "needledrop similar lists the songs that sound like a file or a part of it",
  async () => {
    const rows = await cli.json<Row[]>(
      "similar",
      join(cli.folder, "s08.wav"),
      "--from",
      "10",
      "--to",
      "30",
      "--limit",
      "3",
    );
    expect(rows).toHaveLength(3);
    expect(rows[0]).toMatchObject({ rank: 1, id: "s08" });
    const { status, stderr } = await cli.run("similar", "/nothing.wav");
    expect([status, stderr]).toEqual([1, expect.stringContaining("and there is no such file")]);
  },
  CHILDREN_MS,
);
