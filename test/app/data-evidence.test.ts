import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { DataFolderMissing, openData } from "../../src/app/open-data.ts";
import { DatabaseForeign, DatabaseLost } from "../../src/app/recognise-data.ts";
import { diagnose } from "../../src/app/doctor.ts";
import { restoreData } from "../../src/app/restore-data.ts";
import { backUpData } from "../../src/app/backup-data.ts";
import { readConfig } from "../../src/config/config.ts";
import { silentLog } from "../../src/lib/log.ts";
import { TestInstallation } from "./setup.ts";
import { createKey } from "../support/create-key.ts";
import { sqliteOf } from "../support/sqlite-of.ts";

let installation: TestInstallation;
let database: string;

beforeEach(() => {
  installation = new TestInstallation();
  database = join(installation.data, "needledrop.db");
});

afterEach(() => installation.remove());

async function open(mayCreate = true) {
  return await openData(readConfig({}, { data: installation.data }), silentLog, { mayCreate });
}

function put(name: string, content = "x"): string {
  const path = join(installation.data, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

/** Properties of a file that can change although its content does not. */
function stateOf(path: string): unknown {
  const { mode, mtimeMs, ino, size } = statSync(path);
  return { mode, mtimeMs, ino, size, bytes: readFileSync(path).toBase64(), beside: readdirSync(dirname(path)) };
}

async function thrownBy(work: () => Promise<unknown>): Promise<Error> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("nothing was thrown");
}

const DATA = [
  ["a catalog", "catalog/gen-000012/catalog.db"],
  ["an original", "uploads/originals/0198c0de-0000-7000-8000-000000000001"],
  ["a file of the media store", `media/3f/${"3f".repeat(32)}.wav`],
  ["a write-ahead log", "needledrop.db-wal"],
] as const;

describe.each(DATA)("a data folder with %s and", (_, name) => {
  test.each(["missing", "empty", "without tables"])(
    "a database that is %s is no first start, and stays as it is",
    async (how) => {
      const path = put(name);
      if (how === "empty") put("needledrop.db", "");
      if (how === "without tables" && !name.endsWith("-wal")) {
        const sqlite = new Database(database, { create: true });
        sqlite.run("PRAGMA journal_mode = WAL");
        sqlite.close();
      }
      const before = existsSync(database) ? stateOf(database) : null;
      for (const mayCreate of [true, false]) {
        const error = await thrownBy(() => open(mayCreate));
        expect(error).toBeInstanceOf(DatabaseLost);
        expect(error.message).toContain(installation.data);
        expect(error.message).toContain(name.split("/")[0] ?? "");
        expect(error.message).toContain("needledrop restore");
        expect(error.message).toContain("--data");
        expect(error.message).toContain("start over");
      }
      expect(existsSync(database) ? stateOf(database) : null).toEqual(before);
      expect(existsSync(path)).toBe(true);
    },
  );
});

describe("a first start", () => {
  test.each(["needledrop.db", "admin-token", "blocklist.txt", "native/x", "media/tmp/server/1-1.wav", "catalog/x"])(
    "is one beside %s",
    async (name) => {
      put(name, name === "needledrop.db" ? "" : "x");
      await expect(open(false)).rejects.toThrow(DataFolderMissing);
      await (await open()).close();
      await (await open(false)).close();
    },
  );

  test("continues if it was killed before it created its tables", async () => {
    mkdirSync(installation.data);
    const sqlite = new Database(database, { create: true });
    sqlite.run("PRAGMA journal_mode = WAL");
    sqlite.close();
    await (await open()).close();
  });

  test("continues if it was killed before it emptied its write-ahead log", async () => {
    mkdirSync(installation.data);
    const child = Bun.spawn([process.execPath, join(import.meta.dir, "begin-and-die.ts"), database]);
    await child.exited;
    expect(statSync(`${database}-wal`).size).toBeGreaterThan(0);
    put("catalog/gen-000001/catalog.db");
    await (await open()).close();
  });
});

describe("a database of another program", () => {
  test.each(["delete", "wal"])("in journal mode %s is refused and not changed", async (mode) => {
    mkdirSync(installation.data);
    const sqlite = new Database(database, { create: true });
    sqlite.run(`PRAGMA journal_mode = ${mode}`);
    sqlite.run("create table invoices (id)");
    sqlite.run("PRAGMA user_version = 4");
    sqlite.close();
    for (const suffix of ["-wal", "-shm"]) rmSync(database + suffix, { force: true });
    chmodSync(database, 0o644);
    const before = stateOf(database);
    const error = await thrownBy(() => open());
    expect(error).toBeInstanceOf(DatabaseForeign);
    expect(error.message).toContain("invoices");
    expect(error.message).toContain("Nothing was changed");
    expect(stateOf(database)).toEqual(before);
  });

  test("is not replaced by a restore, not even with --force", async () => {
    const core = await installation.open();
    const backup = installation.path("backup.tar");
    await backUpData(core, backup, "1");
    await core.close();
    rmSync(database);
    const sqlite = new Database(database, { create: true });
    sqlite.run("create table invoices (id)");
    sqlite.close();
    const before = stateOf(database);
    const restoring = restoreData({ backup, dataDir: installation.data, force: true, clock: installation.clock });
    await expect(restoring).rejects.toBeInstanceOf(DatabaseForeign);
    expect(stateOf(database)).toEqual(before);
  });

  test("is named by the doctor, which does not change it", async () => {
    mkdirSync(installation.data);
    const sqlite = new Database(database, { create: true });
    sqlite.run("create table invoices (id)");
    // The same version as our own schema, so that only its tables distinguish it.
    sqlite.run("PRAGMA user_version = 4");
    sqlite.close();
    chmodSync(database, 0o644);
    const { mode, mtimeMs } = statSync(database);
    const { checks } = await diagnose({
      environment: {},
      overrides: { data: installation.data },
      clock: installation.clock,
    });
    const check = checks.find(({ name }) => name === "database");
    expect(check?.status).toBe("fail");
    expect(check?.detail).toContain("invoices");
    expect(statSync(database)).toMatchObject({ mode, mtimeMs });
    expect(readdirSync(installation.data)).toEqual(["needledrop.db"]);
  });
});

describe("a file that is not a database", () => {
  test.each([
    ["a text", "this is a text, and a long one".repeat(200)],
    ["a short text", "hello"],
    ["a database with a damaged beginning", "\0".repeat(8192)],
  ])("%s is refused untouched", async (_, content) => {
    put("needledrop.db", content);
    chmodSync(database, 0o644);
    const before = stateOf(database);
    const error = await thrownBy(() => open());
    expect(error).toBeInstanceOf(DatabaseForeign);
    expect(error.message).toContain("needledrop restore");
    expect(stateOf(database)).toEqual(before);
  });

  test("is refused if it is a folder", async () => {
    mkdirSync(database, { recursive: true });
    expect(await thrownBy(() => open())).toBeInstanceOf(DatabaseForeign);
  });
});

test("a database of which half is missing is refused untouched", async () => {
  const core = await installation.open();
  createKey(core, { name: "studio" });
  sqliteOf(core).sqlite.run("PRAGMA wal_checkpoint(TRUNCATE)");
  await core.close();
  truncateSync(database, Math.floor(statSync(database).size / 8192) * 4096);
  const before = stateOf(database);
  for (const mayCreate of [true, false]) {
    const error = await thrownBy(() => open(mayCreate));
    expect(error).toBeInstanceOf(DatabaseForeign);
    expect(error.message).toContain("needledrop restore");
  }
  expect(stateOf(database)).toEqual(before);
});

test("the doctor reports a lost database", async () => {
  const core = await installation.open();
  createKey(core, { name: "studio" });
  await core.close();
  put("catalog/gen-000001/catalog.db");
  truncateSync(database);
  const { checks } = await diagnose({
    environment: {},
    overrides: { data: installation.data },
    clock: installation.clock,
  });
  const check = checks.find(({ name }) => name === "database");
  expect(check).toMatchObject({ status: "fail" });
  expect(check?.detail).toContain("catalog/gen-000001");
});
