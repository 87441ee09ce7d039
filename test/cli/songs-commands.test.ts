import { beforeEach, expect, test } from "bun:test";
import { TestCli } from "./setup.ts";

let cli: TestCli;
let dump: string;
beforeEach(async () => {
  cli = new TestCli();
  const songs = Array.from({ length: 20 }, (_, at) => ({ id: `s${at}`, title: `Harbour ${at}` }));
  dump = cli.file("dump.jsonl", songs.map((song) => JSON.stringify(song)).join("\n"));
  expect((await cli.run("import", dump)).status).toBe(0);
});

test("songs are removed, listed and restored", async () => {
  expect((await cli.run("songs", "removed")).stdout).toBe("No song was taken down.\n");
  const removed = await cli.run("songs", "remove", "s1", "s2");
  expect([removed.status, removed.stdout]).toEqual([
    0,
    expect.stringMatching(
      /^Removed Harbour 1 \(s1\)\.\nRemoved Harbour 2 \(s2\)\.\nThe catalog version is now [0-9a-f]{16}, with 18 songs\.\n$/,
    ),
  ]);
  expect(await cli.json<object[]>("songs", "removed")).toMatchObject([{ id: "s1" }, { id: "s2" }]);
  expect(await cli.json("songs", "restore", "s1")).toEqual({ restored: ["s1"] });
  expect(await cli.json("import", dump)).toMatchObject({ added: 1, unchanged: 18 });
  const unknown = await cli.run("songs", "remove", "nope");
  expect([unknown.status, unknown.stderr]).toEqual([
    1,
    "needledrop songs remove: Not in the catalog: nope. No song was removed.\n",
  ]);
  expect((await cli.run("songs", "remove")).status).toBe(2);
});

test("--replace with a partial dump fails with the numbers, and --yes accepts it; --undo goes back", async () => {
  const part = cli.file("part.jsonl", JSON.stringify({ id: "s0", title: "Harbour 0" }));
  const refused = await cli.run("import", part, "--replace");
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain("--replace would retire 19 of 20 songs, more than a tenth, so nothing was changed.");
  expect(await cli.json("import", part, "--replace", "--yes")).toMatchObject({ retired: 19, generation: 2 });
  const undone = await cli.run("import", "--undo");
  expect(undone.status).toBe(0);
  expect(undone.stdout).toMatch(/^Went back from the catalog [0-9a-f]{16} with 1 song to the former one\.\n/);
  expect(undone.stdout).toContain(", with 20 songs.");
  expect(await cli.json("import", "--undo")).toMatchObject({ generation: 4, songs: 1 });
});

test.each([[["x.jsonl"]], [["--replace"]], [["--report", "x"]]])("--undo with %p is wrong usage", async (more) => {
  const ran = await cli.run("import", "--undo", ...more);
  expect([ran.status, ran.stderr]).toEqual([
    2,
    expect.stringContaining(`import --undo: expected no PATH and no other option, got ${more[0]}.`),
  ]);
});
