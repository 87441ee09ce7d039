import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { inspect } from "node:util";
import { explainingStorage, StorageFailed } from "../../src/app/explain-storage.ts";
import { DatabaseOfOthers } from "../../src/app/node-folder.ts";
import { openData } from "../../src/app/open-data.ts";
import { type Config, readConfig } from "../../src/config/config.ts";
import { silentLog } from "../../src/lib/log.ts";
import { createKeyIn } from "../../src/keys/manage-keys.ts";
import { HAS_POSTGRES, newPostgresAddress } from "../support/postgres.ts";
import { TestInstallation } from "./setup.ts";

const NOWHERE = "postgres://nd:hunter2@127.0.0.1:1/needledrop?sslmode=disable";
const STORE = { store: "s3://media", "store-access-key": "a", "store-secret-key": "b" };

let installation: TestInstallation;

beforeEach(() => {
  installation = new TestInstallation();
});

afterEach(() => installation.remove());

function configFor(database: string, data = installation.data): Config {
  return readConfig({}, { data, database, ...STORE });
}

async function open(config: Config) {
  return await explainingStorage(config.dataDir, () => openData(config, silentLog, { mayCreate: false }));
}

async function failureOf(config: Config): Promise<unknown> {
  return await open(config).then(
    () => null,
    (error: unknown) => error,
  );
}

describe("a data folder with PostgreSQL", () => {
  test("is refused before a connection if it contains a database of SQLite", async () => {
    await (await installation.open()).close();
    expect(await failureOf(configFor(NOWHERE))).toBeInstanceOf(DatabaseOfOthers);
  });

  test("is not opened while the server cannot be reached; the error names no password", async () => {
    const error = await failureOf(configFor(NOWHERE));
    expect(error).toBeInstanceOf(StorageFailed);
    expect((error as Error).message).toContain("PostgreSQL: expected an answer");
    expect(inspect(error, { depth: 10 })).not.toContain("hunter2");
  });

  test.skipIf(!HAS_POSTGRES)("is opened by every command, and its database by several nodes", async () => {
    const config = configFor(await newPostgresAddress());
    const core = await open(config);
    const { db, clock, newId } = core;
    const { key } = await db.write((tx) => createKeyIn(tx, { clock, newId }, { name: "a studio" }));
    await core.close();
    for (const data of [installation.data, installation.path("another")]) {
      const node = await open(configFor(config.database?.address ?? "", data));
      expect((await node.db.read(node.keys.list())).map(({ id }) => id)).toEqual([key.id]);
      await node.close();
    }
  });

  test.skipIf(!HAS_POSTGRES)("is refused with another database, and with data of an unknown one", async () => {
    const first = configFor(await newPostgresAddress());
    await (await open(first)).close();
    const note = installation.path("data/database-id");
    const noted = readFileSync(note, "utf8");
    writeFileSync(note, "");
    await (await open(first)).close();
    expect(readFileSync(note, "utf8")).toBe(noted);
    expect(await failureOf(configFor(await newPostgresAddress()))).toBeInstanceOf(DatabaseOfOthers);
    const filled = installation.path("filled");
    mkdirSync(`${filled}/catalog/gen-000012`, { recursive: true });
    expect(await failureOf(configFor(await newPostgresAddress(), filled))).toBeInstanceOf(DatabaseOfOthers);
  });
});
