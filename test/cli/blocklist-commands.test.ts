import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { pictureBytes } from "../support/pictures-and-films.ts";
import { TestCli } from "./setup.ts";

setDefaultTimeout(40_000);

let cli: TestCli;
let picture: string;
beforeAll(async () => {
  cli = new TestCli();
  picture = cli.file("logo.png", await pictureBytes({ format: "png" }));
});
afterAll(() => cli.remove());

interface Added {
  readonly hashes: readonly string[];
  readonly added: readonly string[];
}

describe("blocklist", () => {
  test("list says so when nothing is blocked", async () => {
    expect((await cli.run("blocklist", "list")).stdout).toBe("Nothing is blocked.\n");
  });

  test("add takes a file, by its PDQ hash first, and its name for a note", async () => {
    const { hashes, added } = await cli.json<Added>("blocklist", "add", picture);
    expect(hashes).toEqual(added);
    expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/);
    expect((await cli.json<Added>("blocklist", "add", picture)).added).toEqual([]);
    const rows = await cli.json<readonly object[]>("blocklist", "list");
    expect(rows).toEqual(hashes.map((hash) => ({ hash, note: "logo.png", file: `${cli.data}/blocklist.txt` })));
  });

  test("add takes a hash, with a note; remove takes it away again", async () => {
    const hash = "0123456789ABCDEF";
    expect((await cli.run("blocklist", "add", hash, "--note", "a cartoon")).stdout).toBe(`${hash.toLowerCase()}\n`);
    expect((await cli.run("blocklist", "list")).stdout).toContain("a cartoon");
    expect((await cli.run("blocklist", "remove", hash)).status).toBe(0);
    const { status, stderr } = await cli.run("blocklist", "remove", hash);
    expect([status, stderr]).toEqual([1, expect.stringContaining("is not on the list")]);
  });

  test("the operator's own file is listed, and never written", async () => {
    const own = new TestCli();
    const file = own.file("own.txt", `${"a".repeat(16)} # ours\n`);
    own.set("NEEDLEDROP_BLOCKLIST", file);
    expect((await own.run("blocklist", "list")).stdout).toContain("ours");
    const { status, stderr } = await own.run("blocklist", "remove", "a".repeat(16));
    expect([status, stderr]).toEqual([1, expect.stringContaining("yours to edit")]);
    expect(await Bun.file(file).text()).toBe(`${"a".repeat(16)} # ours\n`);
    own.remove();
  });

  test.each([
    [["add", "/nowhere/logo.png"], 2, "expected a file, or 16 or 64 hexadecimal digits"],
    [["remove", "abc"], 2, "expected 16 or 64 hexadecimal digits"],
  ])("refuses %j", async (args, status, message) => {
    const ran = await cli.run("blocklist", ...args);
    expect([ran.status, ran.stderr]).toEqual([status, expect.stringContaining(message)]);
  });

  test("add fails for a file that is neither picture nor film", async () => {
    const ran = await cli.run("blocklist", "add", cli.file("notes.txt", "some notes"));
    expect([ran.status, ran.stderr]).toEqual([1, expect.stringContaining("is no JPEG")]);
  });
});

describe("search --asset", () => {
  test("looks at a picture and searches without a text", async () => {
    const dump = cli.file("dump.jsonl", JSON.stringify({ id: "s1", title: "Kitchen Window" }));
    expect((await cli.run("import", dump)).status).toBe(0);
    const { hashes } = await cli.json<Added>("blocklist", "add", picture);
    for (const hash of hashes) await cli.run("blocklist", "remove", hash);
    expect((await cli.run("search", "--asset", picture)).status).toBe(0);
  });

  test("fails for what an upload would be refused for, with the reason", async () => {
    const ran = await cli.run("search", "--asset", cli.file("notes.txt", "some notes"));
    expect([ran.status, ran.stderr]).toEqual([1, expect.stringContaining("is not a JPEG")]);
  });

  test("fails for what is blocked", async () => {
    await cli.run("blocklist", "add", picture);
    const ran = await cli.run("search", "a calm piano", "--asset", picture);
    expect([ran.status, ran.stderr]).toEqual([1, expect.stringContaining("It is on the blocklist.")]);
  });
});
