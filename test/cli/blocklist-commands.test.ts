import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { getPriority } from "node:os";
import { join } from "node:path";
import { pictureBytes } from "../support/pictures-and-films.ts";
import { sightChildren } from "../support/processes.ts";
import { TestCli } from "./setup.ts";

setDefaultTimeout(60_000);

let cli: TestCli;
let picture: string;
beforeAll(async () => {
  cli = new TestCli();
  picture = cli.file("logo.png", await pictureBytes({ format: "png" }));
});

interface Added {
  readonly hashes: readonly string[];
  readonly added: readonly string[];
}

describe("blocklist", () => {
  test("list says that nothing is blocked", async () => {
    expect((await cli.run("blocklist", "list")).stdout).toBe("Nothing is blocked.\n");
  });

  test("add blocks a file by its hashes, PDQ first, with its name as the note", async () => {
    const { hashes, added } = await cli.json<Added>("blocklist", "add", picture);
    expect(hashes).toEqual(added);
    expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/);
    expect((await cli.json<Added>("blocklist", "add", picture)).added).toEqual([]);
    const rows = await cli.json<readonly object[]>("blocklist", "list");
    expect(rows).toEqual(hashes.map((hash) => ({ hash, note: "logo.png", file: `${cli.data}/blocklist.txt` })));
  });

  test.skipIf(process.platform !== "linux")("add analyses with the priority of the command", async () => {
    const own = new TestCli();
    const running = own.run("blocklist", "add", picture);
    let children: readonly number[] = [];
    while (children.length === 0) {
      await Bun.sleep(5);
      children = await sightChildren(own.data);
    }
    expect(getPriority(children[0])).toBe(getPriority());
    expect((await running).status).toBe(0);
  });

  test("add blocks a hash with a note, and remove unblocks it", async () => {
    const hash = "0123456789ABCDEF";
    expect((await cli.run("blocklist", "add", hash, "--note", "a cartoon")).stdout).toBe(`${hash.toLowerCase()}\n`);
    expect((await cli.run("blocklist", "list")).stdout).toContain("a cartoon");
    expect((await cli.run("blocklist", "remove", hash)).status).toBe(0);
    const { status, stderr } = await cli.run("blocklist", "remove", hash);
    expect([status, stderr]).toEqual([1, expect.stringContaining("is not on the list")]);
  });

  test("the operator's file is listed but never written", async () => {
    const own = new TestCli();
    const file = own.file("own.txt", `${"a".repeat(16)} # ours\n`);
    own.set("NEEDLEDROP_BLOCKLIST", file);
    expect((await own.run("blocklist", "list")).stdout).toContain("ours");
    const { status, stderr } = await own.run("blocklist", "remove", "a".repeat(16));
    expect([status, stderr]).toEqual([1, expect.stringContaining("which only you edit")]);
    expect(await Bun.file(file).text()).toBe(`${"a".repeat(16)} # ours\n`);
  });

  test.each([
    [["add", "/nowhere/logo.png"], 2, "expected a file, or 16 or 64 hexadecimal digits"],
    [["remove", "abc"], 2, "expected 16 or 64 hexadecimal digits"],
  ])("refuses %j", async (args, status, message) => {
    const ran = await cli.run("blocklist", ...args);
    expect([ran.status, ran.stderr]).toEqual([status, expect.stringContaining(message)]);
  });

  test("add fails for a file that is not a picture or film", async () => {
    const ran = await cli.run("blocklist", "add", cli.file("notes.txt", "some notes"));
    expect([ran.status, ran.stderr]).toEqual([1, expect.stringContaining("is not a JPEG")]);
  });
});

describe.each(["add", "remove"])("blocklist %s in a data folder whose database is lost", (command) => {
  test("is refused and changes nothing", async () => {
    const own = new TestCli();
    const [listed, other] = ["a".repeat(16), "b".repeat(16)];
    expect((await own.run("blocklist", "add", listed)).status).toBe(0);
    const dump = own.file("dump.jsonl", JSON.stringify({ id: "s1", title: "Kitchen Window" }));
    expect((await own.run("import", dump)).status).toBe(0);
    rmSync(join(own.data, "needledrop.db"));
    const before = readFileSync(join(own.data, "blocklist.txt"), "utf8");
    const { status, stderr } = await own.run("blocklist", command, command === "add" ? other : listed);
    expect([status, stderr]).toEqual([1, expect.stringContaining("has no needledrop.db, but it contains data")]);
    expect(readFileSync(join(own.data, "blocklist.txt"), "utf8")).toBe(before);
    expect(existsSync(join(own.data, "needledrop.db"))).toBe(false);
  });
});

describe("search --asset", () => {
  test("searches with a picture alone", async () => {
    const dump = cli.file("dump.jsonl", JSON.stringify({ id: "s1", title: "Kitchen Window" }));
    expect((await cli.run("import", dump)).status).toBe(0);
    const { hashes } = await cli.json<Added>("blocklist", "add", picture);
    for (const hash of hashes) await cli.run("blocklist", "remove", hash);
    expect((await cli.run("search", "--asset", picture)).status).toBe(0);
  });

  test("fails for a file that an upload would refuse, with the same reason", async () => {
    const ran = await cli.run("search", "--asset", cli.file("notes.txt", "some notes"));
    expect([ran.status, ran.stderr]).toEqual([1, expect.stringContaining("is not a JPEG")]);
  });

  test("fails for a blocked picture", async () => {
    await cli.run("blocklist", "add", picture);
    const ran = await cli.run("search", "a calm piano", "--asset", picture);
    expect([ran.status, ran.stderr]).toEqual([1, expect.stringContaining("It is on the blocklist.")]);
  });
});
