import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import { takeServerLock } from "../../src/app/data-locks.ts";
import { HAS_POSTGRES, newPostgresAddress, postgresServer } from "../support/postgres.ts";
import { TestCli } from "./setup.ts";

const ADDRESS = "postgres://ned:secret@127.0.0.1:1/db?sslmode=disable";
const HELP = "See `needledrop help database copy`.\n";

interface Copied {
  readonly rows: number;
  readonly tables: readonly { readonly table: string; readonly rows: number }[];
}

function settingsOf(dataDir: string, sql: string): unknown {
  using sqlite = new Database(join(dataDir, "needledrop.db"));
  return sqlite.query(sql).values();
}

test.each([
  [["a", "b"], "database copy: expected a data folder and a postgres:// address.\n"],
  [[ADDRESS, ADDRESS], "database copy: expected a data folder and a postgres:// address.\n"],
  [["a", "DATABASE_URL"], "database copy: there is no folder DATABASE_URL, and no variable of this name.\n"],
  [
    ["a", "postgres://ned:secret@/db"],
    "database copy: Expected postgres://USER:PASSWORD@HOST:PORT/DATABASE; it cannot be parsed.\n",
  ],
])("database copy refuses %p", async (places, message) => {
  const { status, stdout, stderr } = await new TestCli().run("database", "copy", ...places);
  expect({ status, stdout, stderr }).toEqual({ status: 2, stdout: "", stderr: message + HELP });
});

test("a copy needs a data folder whose server is stopped, and names no password", async () => {
  const cli = new TestCli();
  cli.set("CLUSTER", ADDRESS);
  const copy = async (): Promise<string> => (await cli.run("database", "copy", cli.data, "CLUSTER")).stderr;
  expect(await copy()).toMatch(/^needledrop database copy: There is no Needledrop data in /);
  expect(existsSync(cli.data)).toBe(false);
  await cli.run("keys", "create", "--name", "editor");
  const lock = takeServerLock(cli.data, { pid: 1, role: "serve", address: "http://127.0.0.1:1", since: 1 });
  expect(await copy()).toMatch(/^needledrop database copy: A server already runs on this data folder/);
  lock.release();
  const failed = await copy();
  expect(failed).toContain("ECONNREFUSED");
  expect(failed).not.toContain("secret");
});

test("a folder that has a database with rows gets no copy", async () => {
  const cli = new TestCli();
  await cli.run("keys", "create", "--name", "editor");
  const { status, stderr } = await cli.run("database", "copy", ADDRESS, cli.data);
  expect([status, stderr]).toEqual([
    1,
    `needledrop database copy: ${cli.data}/needledrop.db is not empty. Its tables have these rows: keys 1, audit_ends 1, audit_lines 1. Nothing was changed.\n`,
  ]);
});

test("a folder of a node gets no restored database", async () => {
  const cli = new TestCli();
  cli.set("NEEDLEDROP_DATABASE", ADDRESS);
  cli.set("NEEDLEDROP_STORE", "s3://media");
  cli.set("NEEDLEDROP_STORE_ACCESS_KEY", "a");
  cli.set("NEEDLEDROP_STORE_SECRET_KEY", "b");
  const { status, stderr } = await cli.run("restore", cli.file("backup.tar", "x"));
  expect([status, stderr]).toEqual([2, expect.stringContaining("restore: a backup contains a database for SQLite")]);
  expect(existsSync(cli.data)).toBe(false);
});

describe.skipIf(!HAS_POSTGRES)("moving to PostgreSQL and back", () => {
  test("keeps the audit trail whole, and records both copies in it", async () => {
    const cli = new TestCli();
    await cli.run("keys", "create", "--name", "editor");
    await cli.run("keys", "create", "--name", "agency");
    settingsOf(cli.data, "INSERT INTO settings VALUES ('store_owner', 'a'), ('store_place', 'here')");
    const [address, other] = [await newPostgresAddress(), join(cli.folder, "other")];
    const there = await cli.json<Copied>("database", "copy", cli.data, address);
    expect(there.tables.find(({ table }) => table === "keys")?.rows).toBe(2);
    const again = await cli.run("database", "copy", cli.data, address);
    expect(again.stderr).toMatch(/is not empty\. Its tables have these rows: .*keys 2/);
    const full = await cli.run("database", "copy", address, cli.data);
    expect(full.stderr).toMatch(/needledrop\.db is not empty\. Its tables have these rows: .*keys 2/);
    await cli.json("database", "copy", address, other);
    expect((await cli.run("audit", "verify", "--data", other)).status).toBe(0);
    const trail = await cli.json<{ action: string }[]>("audit", "--data", other);
    expect(trail.map(({ action }) => action).filter((action) => action === "database.copied")).toHaveLength(2);
    expect(settingsOf(other, "SELECT name, value FROM settings WHERE name LIKE 'store_%' ORDER BY name")).toEqual([
      ["store_owner", "a"],
      ["store_unconfirmed", "yes"],
    ]);
    expect((await cli.run("keys", "list", "--data", other)).stdout).toBe((await cli.run("keys", "list")).stdout);
    expect((await postgresServer()).query("select count(*) from keys", new URL(address).pathname.slice(1))).toBe("2");
  });

  test("can go back into the former folder if its database was moved away", async () => {
    const cli = new TestCli();
    await cli.run("keys", "create", "--name", "editor");
    const address = await newPostgresAddress();
    await cli.json("database", "copy", cli.data, address);
    renameSync(join(cli.data, "needledrop.db"), cli.path("former.db"));
    const back = await cli.run("database", "copy", address, cli.data);
    expect([back.status, back.stderr]).toEqual([0, ""]);
    expect(back.stdout).toContain("Checked: each table has the same rows on both sides.\n");
    expect((await cli.run("keys", "list")).stdout).toContain("editor");
  });
});
