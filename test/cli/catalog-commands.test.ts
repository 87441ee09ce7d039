import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { wavBytes } from "../support/small-media.ts";
import { TestCli } from "./setup.ts";

interface Row {
  readonly rank: number;
  readonly id: string;
  readonly score: number;
}

/** Three songs so different that each search has one clear best match. */
const DUMP = [
  { id: "s1", title: "Kitchen Window", bpm: 80, tags: { genre: ["folk"], mood: ["calm"], instrument: ["piano"] } },
  {
    id: "s2",
    title: "Furnace",
    bpm: 170,
    tags: { genre: ["metal"], mood: ["aggressive"], instrument: ["electric guitar"] },
  },
  {
    id: "s3",
    title: "Airlock",
    artists: [{ id: "a1", name: "Nine Moons" }],
    tags: { genre: ["ambient"], mood: ["eerie"] },
  },
];

let cli: TestCli;
let dump: string;

beforeAll(async () => {
  cli = new TestCli();
  dump = cli.file("dump.jsonl", DUMP.map((song) => `${JSON.stringify(song)}\n`).join(""));
  const { status, stderr } = await cli.run("import", dump);
  expect([status, stderr]).toEqual([0, ""]);
});

describe("import", () => {
  test("of the same dump changes nothing", async () => {
    expect(await cli.json("import", dump)).toMatchObject({ added: 0, unchanged: 3, rejected: 0, missing_media: 0 });
  });

  test("with rejected records ends with 3, imports the others and writes the report", async () => {
    const bad = cli.file("bad.jsonl", '{"id":"x1","title":"Good"}\n{"id":"x2"}\n');
    const report = cli.path("report.jsonl");
    const other = ["--data", cli.path("other")];
    const { status, stdout, stderr } = await cli.run("import", bad, "--report", report, ...other);
    expect(status).toBe(3);
    expect(stdout).toContain("1 added, 0 updated, 0 unchanged, 0 retired; 1 rejected, 0 media missing.");
    expect(stderr).toContain(`see ${report}`);
    expect(JSON.parse(readFileSync(report, "utf8"))).toMatchObject({ file: bad, line: 2, field: "title" });
  });

  test("with missing media ends with 3", async () => {
    const line = { id: "m1", title: "Mute", audio_files: [{ id: "f1", wav: "absent.wav" }] };
    const file = cli.file("media.jsonl", JSON.stringify(line));
    const ran = await cli.run("import", file, "--media", "in-place", "--json", "--data", cli.path("media"));
    expect(ran.status).toBe(3);
    expect(JSON.parse(ran.stdout)).toMatchObject({ added: 1, rejected: 0, missing_media: 1 });
  });

  test("of a folder of audio says which files became one song, and with --no-families groups none", async () => {
    const folder = cli.path("music");
    mkdirSync(folder);
    for (const name of ["Rain-Main.wav", "Rain-Inst.wav"]) writeFileSync(join(folder, name), wavBytes());
    const gathered = await cli.run("import", folder, "--data", cli.path("gathered"));
    expect(gathered.status).toBe(0);
    expect(gathered.stdout).toContain("Versions and stems: 2 files became 1 song; use --report FILE to list them.");
    expect(gathered.stderr).toContain(`the file's name was used (${join(folder, "Rain-Main.wav")})`);
    const alone = ["--no-families", "--json", "--data", cli.path("alone")];
    expect(JSON.parse((await cli.run("import", folder, ...alone)).stdout)).toMatchObject({
      added: 2,
      families: { songs: 0 },
    });
  });

  test("of a sheet says how it was read", async () => {
    const sheet = cli.file("sheet.csv", "TRACK: Title,TRACK: Number,ALBUM: Code\nRain,1,A1\n");
    const { status, stderr } = await cli.run("import", sheet, "--data", cli.path("sheets"));
    expect(status).toBe(0);
    expect(stderr).toContain(`${sheet}: read as a sheet of Harvest Media`);
  });

  test("as a dry run leaves the catalog unchanged and ends with the status of the import", async () => {
    const fresh = ["--data", cli.path("dry")];
    const bad = cli.file("dry.jsonl", '{"id":"x1","title":"Good"}\n{"id":"x2"}\n');
    const ran = await cli.run("import", bad, "--dry-run", "--json", ...fresh);
    expect(ran.status).toBe(3);
    expect(JSON.parse(ran.stdout)).toMatchObject({ added: 1, rejected: 1, dry_run: true, generation: null });
    expect((await cli.run("search", "good", ...fresh)).stderr).toContain("There is no catalog yet");
  });

  test("reads a column map", async () => {
    const csv = cli.file("songs.csv", "No,Track\n7,Named by a map\n");
    const map = cli.file("map.json", '{"No":"id","Track":"title"}');
    const mapped = ["--data", cli.path("mapped")];
    expect((await cli.run("import", csv, "--map", map, ...mapped)).status).toBe(0);
    expect((await cli.run("search", "named by a map", ...mapped)).stdout).toContain("Named by a map");
  });

  test("imports the demonstration catalog", async () => {
    const demo = ["--data", cli.path("demo")];
    const outcome = await cli.json<{ added: number; rejected: number }>("import", "--demo", ...demo);
    expect(outcome.added).toBeGreaterThanOrEqual(400);
    expect(outcome.rejected).toBe(0);
  });

  test("does the same from scripts/import-catalog.ts", async () => {
    const script = join(import.meta.dir, "../../scripts/import-catalog.ts");
    const child = Bun.spawn([process.execPath, script, dump, "--json", "--data", cli.path("script")], {
      stdout: "pipe",
    });
    expect(await new Response(child.stdout).json()).toMatchObject({ added: 3, rejected: 0 });
    expect(await child.exited).toBe(0);
  });

  test("that is interrupted ends with 130 and leaves the previous catalog", async () => {
    const lines = Array.from({ length: 20_000 }, (_, n) => `{"id":"big${n}","title":"Song ${n}"}\n`);
    const big = cli.file("big.jsonl", lines.join(""));
    const running = cli.run("import", big);
    await Bun.sleep(0);
    cli.signal("SIGINT");
    const { status, stderr } = await running;
    expect(status).toBe(130);
    expect(stderr).toContain("Interrupted; the catalog is as it was before.");
    expect(await cli.json("import", dump)).toMatchObject({ unchanged: 3, added: 0 });
  });

  test.each([
    [[], 2, "import: expected either PATH or --demo, got neither."],
    [["x.jsonl", "--demo"], 2, "import: expected either PATH or --demo, got both."],
    [["x.jsonl", "--media", "steal"], 2, '--media: expected one of copy, link, in-place, got "steal".'],
    [["x.jsonl", "--map", "/no/such/map"], 2, "--map: /no/such/map is not a readable JSON file"],
    [["/no/such/dump.jsonl"], 1, "/no/such/dump.jsonl cannot be read"],
  ])("refuses %j", async (args, expected, message) => {
    const { status, stdout, stderr } = await cli.run("import", ...args, "--data", cli.path("unused"));
    expect([status, stdout]).toEqual([expected, ""]);
    expect(stderr).toContain(message);
  });

  test("refuses a map to unknown fields, and names all of them", async () => {
    const map = cli.file("wrong-map.json", '{"A":"colour","B":"smell"}');
    const { status, stderr } = await cli.run("import", dump, "--map", map);
    expect(status).toBe(2);
    expect(stderr).toContain('"colour" is not a field');
    expect(stderr).toContain('"smell" is not a field');
  });
});

describe("search", () => {
  test("prints rows with rank, score, reasons and verdicts", async () => {
    const rows = await cli.json<readonly Row[]>("search", "calm folk piano");
    expect<object | undefined>(rows[0]).toEqual({
      rank: 1,
      id: "s1",
      title: "Kitchen Window",
      artist: "",
      score: expect.any(Number),
      band: expect.stringMatching(/^(strong|good|possible)$/),
      reasons: expect.arrayContaining([expect.any(String)]),
      verdicts: [],
    });
  });

  test("prints title, artist and reasons as text", async () => {
    const { status, stdout } = await cli.run("search", "eerie ambient");
    expect(status).toBe(0);
    expect(stdout).toMatch(/^ {2}1\. Airlock – Nine Moons {2}\[s3, /);
    expect(stdout).toContain("eerie");
  });

  test("accepts a context alone, and a limit", async () => {
    const rows = await cli.json<readonly Row[]>(
      "search",
      "--context",
      "an aggressive metal song for a fight",
      "--limit",
      "1",
    );
    expect(rows.map((row) => row.id)).toEqual(["s2"]);
  });

  test.each([
    [[], "expected a TEXT, a --context with a letter or digit in it, an --asset or a --like, got nothing."],
    [["?!"], "expected a TEXT, a --context with a letter or digit in it, an --asset or a --like, got nothing."],
    [["rain", "--limit", "0"], '--limit: expected a whole number from 1 to 10000, got "0".'],
    [["x".repeat(2_001)], "TEXT: expected at most 2000 characters, got 2001."],
    [["rain", "--context", "x".repeat(2_001)], "--context: expected at most 2000 characters, got 2001."],
    [["rain", "--asset", "/nowhere/still.jpg"], "--asset: there is no file /nowhere/still.jpg."],
    [
      ["rain", ...Array.from({ length: 12 }, (_, at) => ["--asset", `${at}`]).flat()],
      "--asset: expected at most 11 files, got 12.",
    ],
    [["--batch", "q.jsonl", "--asset", "still.jpg"], "expected either --batch or a single search, got both."],
    [["rain", "falling"], "Put a text of several words in quotes."],
    [["rain", "--batch", "q.jsonl"], "expected either --batch or a single search, got both."],
    [["rain", "--out", "r.jsonl"], "--out: can only be used with --batch."],
  ])("refuses %j", async (args, message) => {
    const { status, stdout, stderr } = await cli.run("search", ...args);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
  });
});

describe("search --batch", () => {
  const QUERIES =
    '{"id":"q1","query":"calm folk piano"}\n\n{"id":2,"context":"an aggressive metal song","query":null}\n';

  test("ranks each line, in order", async () => {
    const queries = cli.file("queries.jsonl", QUERIES);
    const run = cli.path("run.jsonl");
    const { status, stdout } = await cli.run("search", "--batch", queries, "--out", run, "--limit", "1");
    expect([status, stdout]).toEqual([0, ""]);
    const lines: unknown[] = readFileSync(run, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines).toEqual([
      { id: "q1", ranked: ["s1"], ms: expect.any(Number) },
      { id: 2, ranked: ["s2"], ms: expect.any(Number) },
    ]);
  });

  test("returns the same as single searches", async () => {
    const queries = cli.file("one.jsonl", '{"id":"q","query":"eerie ambient piano"}\n');
    const { stdout } = await cli.run("search", "--batch", queries);
    const batch: { ranked: string[] } = JSON.parse(stdout);
    const single = await cli.json<readonly Row[]>("search", "eerie ambient piano");
    expect(batch.ranked).toEqual(single.map((row) => row.id));
  });

  test.each([
    ["nonsense", "expected a JSON object"],
    ['{"query":"rain"}', 'expected {"id","query","context"?}; id is invalid'],
    ['{"id":"q","query":7}', "query is invalid"],
    ['{"id":"q"}', "expected a query or a context with a letter or digit in it"],
    ["[]", 'expected {"id","query","context"?}; the line is invalid'],
  ])("stops at the line %s, names it, and leaves the previous output unchanged", async (line, message) => {
    const queries = cli.file("wrong.jsonl", `{"id":"q1","query":"rain"}\n${line}\n`);
    const run = cli.file("previous.jsonl", "previous");
    const { status, stderr } = await cli.run("search", "--batch", queries, "--out", run);
    expect(status).toBe(1);
    expect(stderr).toContain(`${queries}, line 2: `);
    expect(stderr).toContain(message);
    expect(readFileSync(run, "utf8")).toBe("previous");
    expect(existsSync(`${run}.${process.pid}.partial`)).toBe(false);
  });

  test("of a missing file fails", async () => {
    expect((await cli.run("search", "--batch", cli.path("absent"))).status).toBe(1);
  });
});

describe("reindex", () => {
  test("rebuilds the index without changing a ranking", async () => {
    const before = await cli.json("search", "calm piano");
    expect(await cli.json("reindex")).toMatchObject({ songs: 3 });
    expect(await cli.json("search", "calm piano")).toEqual(before);
  });

  test("without a catalog says how to import one", async () => {
    const empty = ["--data", cli.path("empty")];
    await cli.run("keys", "create", "--name", "x", ...empty);
    const { status, stderr } = await cli.run("reindex", ...empty);
    expect(status).toBe(1);
    expect(stderr).toContain("needledrop import PATH");
  });
});

describe("the operator's vocabulary", () => {
  const ids = async (query: string): Promise<string[]> => (await cli.json<Row[]>("search", query)).map(({ id }) => id);

  afterAll(() => rmSync(join(cli.data, "vocabulary.jsonl"), { force: true }));

  test("finds songs for a term of the operator", async () => {
    expect(await ids("grumblecore")).toEqual([]);
    const own = { term: "grumblecore", aliases: ["basement growl"], facet: "genre", means: { metal: 0.9 } };
    writeFileSync(join(cli.data, "vocabulary.jsonl"), `${JSON.stringify(own)}\nnot a line\n`);
    expect(await ids("grumblecore")).toEqual(["s2"]);
    expect(await ids("a basement growl, please")).toEqual(["s2"]);
    expect(await ids("eerie, no grumblecore")).toEqual(["s3"]);
  });

  test("logs an invalid line, and the search still works", async () => {
    const { status, stderr } = await cli.run("search", "grumblecore");
    expect(status).toBe(0);
    expect(stderr).toContain("expected a JSON object, got not a line");
  });
});
