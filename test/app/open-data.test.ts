import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { migrations } from "../../schema/migrations/service/list.ts";
import { ServerRunning, takeServerLock } from "../../src/app/data-locks.ts";
import { DataFolderMissing, openData } from "../../src/app/open-data.ts";
import { readConfig } from "../../src/config/config.ts";
import { migrate } from "../../src/db/migrate.ts";
import { KNOWN_SCHEMA, schemaVersionOf } from "../../src/db/schema-version.ts";
import { silentLog } from "../../src/lib/log.ts";
import { TestInstallation } from "./setup.ts";

let installation: TestInstallation;

beforeEach(() => {
  installation = new TestInstallation();
});

afterEach(() => installation.remove());

async function open(mayCreate: boolean) {
  return await openData(readConfig({}, { data: installation.data }), silentLog, { mayCreate });
}

describe("a data folder", () => {
  test("is created by commands that write, and refused to commands that only read", async () => {
    await expect(open(false)).rejects.toThrow(DataFolderMissing);
    await (await open(true)).close();
    await (await open(false)).close();
  });

  test("of an older version is upgraded, but not while a server runs", async () => {
    mkdirSync(installation.data);
    const path = join(installation.data, "needledrop.db");
    const older = new Database(path, { create: true });
    migrate(older, migrations.slice(0, 1));
    older.close();
    const lock = takeServerLock(installation.data, { pid: 1, role: "server", address: null, since: 0 });
    await expect(open(true)).rejects.toThrow(ServerRunning);
    expect(schemaVersionOf(path)).toBe(1);
    lock.release();
    await (await open(true)).close();
    expect(schemaVersionOf(path)).toBe(KNOWN_SCHEMA.service);
  });
});
