import { Database } from "bun:sqlite";
import { beforeEach, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { explainStorage } from "../../src/app/explain-storage.ts";
import { Appliance } from "../support/appliance.ts";
import { canMakeImmutable, canMountDisks, mountSmallDisk } from "../support/small-disk.ts";
import { type Ran, TestCli } from "./setup.ts";

const CAN_MOUNT = canMountDisks();

let cli: TestCli;
let database: string;

beforeEach(() => {
  cli = new TestCli();
  database = join(cli.data, "needledrop.db");
});

/** Expects one line: command, path, what was expected, what happened, what to do, and in brackets the words of SQLite. */
function expectSentence(ran: Ran, path: string, expected: RegExp): void {
  expect(ran.status).toBe(1);
  expect(ran.stdout).toBe("");
  const line = ran.stderr.split("\n").find((one) => one.startsWith("needledrop ")) ?? "";
  expect(line).toContain(`: ${path}: expected `);
  expect(line).toMatch(expected);
}

function overwriteTable(name: string): void {
  const sqlite = new Database(database);
  sqlite.run("PRAGMA wal_checkpoint(TRUNCATE)");
  const row = sqlite
    .query<{ rootpage: number }, [string]>("select rootpage from sqlite_schema where name = ?")
    .get(name);
  sqlite.close();
  const file = openSync(database, "r+");
  writeSync(file, new Uint8Array(4096).fill(0x5a), 0, 4096, ((row?.rootpage ?? 1) - 1) * 4096);
  closeSync(file);
}

describe("a command on", () => {
  test("a damaged database says so", async () => {
    await cli.json("keys", "create", "--name", "studio");
    overwriteTable("keys");
    const ran = await cli.run("keys", "list");
    expectSentence(ran, database, /is damaged.*needledrop restore FILE.*\(database disk image is malformed\)/);
  });

  test("a damaged catalog names the catalog, not the service database", async () => {
    const dump = cli.file("dump.jsonl", JSON.stringify({ id: "1", title: "Glass Harbour" }));
    expect((await cli.run("import", dump)).status).toBe(0);
    const catalog = join(cli.data, "catalog", "gen-000001", "catalog.db");
    cli.file("data/catalog/gen-000001/catalog.db", "no database at all".repeat(500));
    expectSentence(await cli.run("search", "harbour"), catalog, /is damaged.*file is not a database/);
    rmSync(catalog);
    expectSentence(await cli.run("search", "harbour"), catalog, /cannot be opened|cannot be\. /);
  });

  test("a lock file that cannot be opened says so", async () => {
    mkdirSync(join(cli.data, "server.lock"), { recursive: true });
    const ran = await cli.run("serve", "--port", "0");
    expectSentence(ran, cli.data, /server\.lock cannot be taken: unable to open database file/);
  });

  test.skipIf(!CAN_MOUNT)("a full disk says so", async () => {
    const disk = mountSmallDisk(2 * 1024 ** 2, cli.data);
    try {
      await cli.json("keys", "create", "--name", "studio");
      disk?.fill();
      let ran: Ran | null = null;
      for (let n = 0; n < 200 && ran?.status !== 1; n++) ran = await cli.run("keys", "create", "--name", `studio ${n}`);
      if (ran === null) throw new Error("no key was made");
      expect(ran.stderr).toMatch(/^needledrop keys create: \S+: expected room .*Free some space/m);
      expect(ran.stderr).toMatch(/\(.*(database or disk is full|no space left|disk I\/O error).*\)/i);
    } finally {
      disk?.unmount();
    }
  });

  test.skipIf(!canMakeImmutable())(
    "an immutable file says so, and does not advise its owner to become its owner",
    async () => {
      await cli.json("keys", "create", "--name", "studio");
      spawnSync("chattr", ["+i", database]);
      try {
        const { status, stderr } = await cli.run("keys", "create", "--name", "another");
        expect(status).toBe(1);
        expect(stderr).toContain(`${database}: permission denied, although its owner and mode allow it.`);
        expect(stderr).toContain(`chattr -i ${database}`);
        expect(stderr).not.toContain("chown");
      } finally {
        spawnSync("chattr", ["-i", database]);
      }
    },
  );

  test.skipIf(!CAN_MOUNT)("a read-only disk says so", async () => {
    // In child processes: a disk with a file open for writing cannot be remounted read-only.
    const appliance = await Appliance.create();
    const disk = mountSmallDisk(4 * 1024 ** 2, appliance.data);
    try {
      await appliance.json("keys", "create", "--name", "studio");
      expect(spawnSync("mount", ["-o", "remount,ro", appliance.data]).status).toBe(0);
      for (const command of [
        ["keys", "create", "--name", "another"],
        ["serve", "--port", "0"],
      ]) {
        const ran = await appliance.run(...command);
        expect(ran.status).toBe(1);
        expect(ran.stderr).toMatch(/^needledrop (keys create|serve): \S+: expected .*read-only/m);
      }
    } finally {
      disk?.unmount();
      await appliance.remove();
    }
  });
});

test("a locked database is explained with the words of SQLite", () => {
  mkdirSync(cli.data);
  const holder = new Database(database, { create: true });
  holder.run("create table t (a)");
  holder.run("begin exclusive");
  const other = new Database(database);
  let failure: unknown;
  try {
    other.run("insert into t values (1)");
  } catch (error) {
    failure = error;
  }
  holder.run("rollback");
  holder.close();
  other.close();
  const explained = explainStorage(failure, cli.data);
  expect(String(explained)).toContain(`${database}: expected the database to be free`);
  expect(String(explained)).toContain("(database is locked)");
});

test("a folder without access for this user is explained", () => {
  const error = Object.assign(new Error("EACCES: permission denied, stat"), { code: "EACCES", path: database });
  expect(String(explainStorage(error, cli.data))).toContain(`${database}: permission denied`);
  const foreign = Object.assign(new Error("EACCES: permission denied, open"), { code: "EACCES", path: "/srv/dump" });
  expect(explainStorage(foreign, cli.data)).toBe(foreign);
});

test("any other failure is not changed", () => {
  const error = new Error("There is no key x.");
  expect(explainStorage(error, cli.data)).toBe(error);
});
