import { beforeEach, describe, expect, test } from "bun:test";
import { Database } from "bun:sqlite";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { migrations } from "../../schema/migrations/catalog/list.ts";
import { migrate, MigrationRefused } from "../../src/db/migrate.ts";
import { upgradeFile } from "../../src/db/upgrade-file.ts";
import { storageFailureOf } from "../../src/lib/storage-failure.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const NEXT = [...migrations, { name: "add-mood", sql: "ALTER TABLE songs ADD COLUMN moodiness INTEGER" }];

test.each(["without a byte", "of another program"])("a file %s is refused as damaged, and not changed", (which) => {
  const path = join(temporaryFolder(), "catalog.db");
  const sqlite = new Database(path, { create: true });
  if (which === "of another program") sqlite.run("CREATE TABLE songs (name TEXT)");
  sqlite.close();
  const before = readFileSync(path);
  let failure: unknown = null;
  try {
    upgradeFile(path, migrations);
  } catch (error) {
    failure = error;
  }
  expect(storageFailureOf(failure)).toBe("damaged");
  expect(readFileSync(path)).toEqual(before);
});

describe("a file of another version", () => {
  let folder: string;
  let path: string;

  beforeEach(async () => {
    folder = temporaryFolder();
    path = join(folder, "catalog.db");
    const sqlite = new Database(path, { create: true });
    migrate(sqlite, migrations);
    sqlite.close();
  });

  function columns(): string {
    const sqlite = new Database(path, { readonly: true });
    const rows = sqlite.query("SELECT name FROM pragma_table_info('songs')").all();
    sqlite.close();
    return JSON.stringify(rows);
  }

  test("that is older is migrated before it is read, and stays one file", async () => {
    upgradeFile(path, NEXT);
    expect(columns()).toContain("moodiness");
    expect(await Array.fromAsync(new Bun.Glob("*").scan(folder))).toEqual(["catalog.db"]);
  });

  test("that is newer is refused with advice, and not changed", () => {
    upgradeFile(path, NEXT);
    expect(() => upgradeFile(path, migrations)).toThrow(MigrationRefused);
    expect(columns()).toContain("moodiness");
  });

  test("whose upgrade fails stays unchanged", () => {
    expect(() => upgradeFile(path, [...migrations, { name: "broken", sql: "ALTER TABLE nothing ADD x" }])).toThrow();
    upgradeFile(path, migrations);
    expect(columns()).not.toContain("moodiness");
  });
});
