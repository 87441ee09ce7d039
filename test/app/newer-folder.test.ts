import { Database } from "bun:sqlite";
import { beforeEach, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { KNOWN_SCHEMA } from "../../src/db/schema-version.ts";
import { TestCli } from "../cli/setup.ts";

// A program on the data folder of a newer one, and an upgrade that fails: both leave every byte of the folder as it was.

let cli: TestCli;
beforeEach(() => {
  cli = new TestCli();
});

/** Digests of the files of the data folder, by path. Locks and the shared memory of SQLite are no data. */
function digests(within = ""): Readonly<Record<string, string>> {
  const names = readdirSync(cli.data, { recursive: true, encoding: "utf8" }).toSorted();
  const found = names.filter((name) => lstatSync(join(cli.data, name)).isFile() && !/lock|-shm$/.test(name));
  return Object.fromEntries(
    found
      .filter((name) => name.startsWith(within))
      .map((name) => [
        name,
        createHash("sha256")
          .update(readFileSync(join(cli.data, name)))
          .digest("hex"),
      ]),
  );
}

/** Changes a database as another program would, and leaves one file. */
function change(name: string, ...statements: readonly string[]): void {
  const sqlite = new Database(join(cli.data, name));
  sqlite.run("PRAGMA foreign_keys = OFF");
  for (const statement of statements) sqlite.run(statement);
  sqlite.run("PRAGMA wal_checkpoint(TRUNCATE)");
  sqlite.close();
}

async function importSong(): Promise<string> {
  const dump = cli.file("dump.jsonl", JSON.stringify({ id: "1", title: "Glass Harbour" }));
  expect((await cli.run("import", dump)).status).toBe(0);
  return dump;
}

const COMMANDS: readonly (readonly string[])[] = [
  ["serve", "--port", "0"],
  ["import", "dump"],
  ["import", "dump", "--replace"],
  ["reindex"],
  ["keys", "list"],
  ["keys", "create", "--name", "studio"],
  ["search", "harbour"],
  ["users", "list"],
  ["backup", "backup.tar"],
  ["audit", "verify"],
];

describe("a data folder whose service database is newer", () => {
  test.each(COMMANDS)("is refused by %s %s with advice, and unchanged", async (...argv) => {
    const dump = await importSong();
    await cli.json("keys", "create", "--name", "studio");
    change("needledrop.db", `PRAGMA user_version = ${KNOWN_SCHEMA.service + 1}`);
    const before = digests();
    const given = argv.map((one) => (one === "dump" ? dump : one === "backup.tar" ? cli.path("backup.tar") : one));
    const ran = await cli.run(...given);
    expect(ran.status).toBe(1);
    expect(ran.stderr).toContain("was written by a newer Needledrop");
    expect(ran.stderr).not.toMatch(/\n {4}at /);
    expect(digests()).toEqual(before);
  });
});

describe("a data folder whose catalog is newer", () => {
  test.each<readonly string[]>([
    ["serve", "--port", "0"],
    ["search", "harbour"],
    ["import", "dump"],
  ])("is refused by %s with advice, and the catalog is unchanged", async (...argv) => {
    const dump = await importSong();
    change("catalog/gen-000001/catalog.db", `PRAGMA user_version = ${KNOWN_SCHEMA.catalog + 1}`);
    const before = digests("catalog/");
    const ran = await cli.run(...argv.map((one) => (one === "dump" ? dump : one)));
    expect(ran.status).toBe(1);
    expect(ran.stderr).toMatch(/newer Needledrop/);
    expect(ran.stderr).not.toMatch(/\n {4}at /);
    expect(digests("catalog/")).toEqual(before);
  });
});

describe("an upgrade that fails", () => {
  test("leaves a folder of version 0.1.0 as it was, and succeeds when the fault is gone", async () => {
    const backup = join(import.meta.dir, "../fixtures/upgrades/0.1.0.tar.gz");
    mkdirSync(cli.data, { recursive: true });
    // `restore` would upgrade it.
    expect(spawnSync("tar", ["-xzf", backup, "-C", cli.data]).status).toBe(0);
    // The last step of an upgrade checks all references.
    change(
      "needledrop.db",
      "insert into deliveries (id, execution_id, url, status, attempts, created_at) values ('msg_x', 'none', 'https://a.example/', 'pending', 0, 1)",
    );
    const before = digests();
    const ran = await cli.run("keys", "list");
    expect(ran.status).toBe(1);
    expect(ran.stderr).toContain("broken references; nothing was changed");
    expect(digests()).toEqual(before);
    change("needledrop.db", "delete from deliveries where id = 'msg_x'");
    expect((await cli.run("keys", "list")).status).toBe(0);
  });
});
