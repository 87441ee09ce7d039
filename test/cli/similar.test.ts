import { beforeEach, expect, test } from "bun:test";
import { join } from "node:path";
import { DATABASE_FILE } from "../../src/app/data-files.ts";
import { SqliteServiceDb } from "../../src/db/sqlite-service-db.ts";
import { HEARD_DUMP, HEARD_FILES, recordSounds } from "../support/heard-catalog.ts";
import { TestCli } from "./setup.ts";

interface Row {
  readonly rank: number;
  readonly id: string;
  readonly reasons: readonly string[];
  readonly sound: object | null;
}

let cli: TestCli;
beforeEach(async () => {
  cli = new TestCli();
  for (const [name, bytes] of Object.entries(HEARD_FILES)) await Bun.write(join(cli.folder, name), bytes);
  const dump = cli.file("dump.jsonl", HEARD_DUMP.map((song) => JSON.stringify(song)).join("\n"));
  expect((await cli.run("import", dump, "--media", "in-place")).status).toBe(0);
});

/** Puts measurements into the index. */
async function measure(): Promise<void> {
  const db = SqliteServiceDb.open(join(cli.data, DATABASE_FILE));
  try {
    await recordSounds(db, cli.folder);
  } finally {
    db.close();
  }
  expect((await cli.run("reindex")).status).toBe(0);
}

test("similar lists songs by sound and tags, with the reasons", async () => {
  await measure();
  const rows = await cli.json<Row[]>("similar", "a0", "--limit", "3");
  expect(rows).toHaveLength(3);
  expect(rows[0]).toMatchObject({ rank: 1, id: "a1", reasons: ["similar rhythm, feel, harmony and instruments"] });
  const { stdout } = await cli.run("similar", "a0", "--limit", "1");
  expect(stdout).toMatch(/^ {2}1\. Tape a1 {2}\[a1, 0\.\d+\]\n {5}similar rhythm, feel, harmony and instruments\n$/);
});

test("similar without measurements compares tags and says so", async () => {
  const { stdout } = await cli.run("similar", "a0");
  expect(stdout).toContain("both genre 0; not measured\n");
  expect(stdout).not.toContain("Tape a1");
});

test("--weight chooses the facets of the sound", async () => {
  await measure();
  const weights = ["feel=0", "harmony=0", "instruments=0", "rhythm=2"].flatMap((text) => ["--weight", text]);
  const [first] = await cli.json<Row[]>("similar", "a0", ...weights);
  expect(first?.reasons).toEqual(["similar rhythm"]);
});

test("an unknown id fails, and a wrong weight is wrong usage", async () => {
  const unknown = await cli.run("similar", "nobody");
  expect([unknown.status, unknown.stderr]).toEqual([
    1,
    'needledrop similar: The catalog has no song with the id "nobody", and there is no such file. Searches print ids.\n',
  ]);
  for (const text of ["rhythm", "rhythm=11", "rhythm=x", "colour=1", "=1"]) {
    const wrong = await cli.run("similar", "a0", "--weight", text);
    expect([wrong.status, wrong.stderr]).toEqual([
      2,
      expect.stringContaining(
        `--weight: expected one of feel, harmony, rhythm, instruments, =, and a number from 0 to 10, such as rhythm=2, got ${JSON.stringify(text)}.`,
      ),
    ]);
  }
  expect((await cli.run("similar")).status).toBe(2);
});
