import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { migrations } from "../../schema/migrations/service/list.ts";
import { backUpData } from "../../src/app/backup-data.ts";
import { checkEmbeddings } from "../../src/app/checks/embeddings.ts";
import type { Core } from "../../src/app/core.ts";
import { restoreData } from "../../src/app/restore-data.ts";
import { readConfig } from "../../src/config/config.ts";
import { writeBackup } from "../../src/db/backup.ts";
import { migrate } from "../../src/db/migrate.ts";
import { openWritable } from "../../src/db/open.ts";
import { VectorsDb } from "../../src/db/vectors-db.ts";
import { VECTORS_ADVICE, vectorsPath } from "../../src/db/vectors-file.ts";
import { addModel, countVectors, keyOfWords, saveVector } from "../../src/embedding/store.ts";
import { TestInstallation } from "./setup.ts";

/** The last schema of the service database that had the vectors. */
const FORMER = migrations.findIndex(({ name }) => name.endsWith("_move-vectors"));

let installation: TestInstallation;
let core: Core;
let file: string;
beforeEach(async () => {
  installation = new TestInstallation();
  core = await installation.open();
  file = installation.path("needledrop.tar");
});
afterEach(() => installation.remove());

function restore(into = "restored") {
  const { clock } = installation;
  return restoreData({ backup: file, dataDir: installation.path(into), force: true, clock });
}

/** Stores vectors of a model in a data folder, and leaves them in the write-ahead log. */
function fill(dataDir: string, model: string, count: number): VectorsDb {
  mkdirSync(dirname(vectorsPath(dataDir)), { recursive: true });
  const vectors = VectorsDb.open(vectorsPath(dataDir));
  vectors.write((sqlite) => {
    const id = addModel(sqlite, model, 1);
    for (let at = 0; at < count; at++) saveVector(sqlite, id, keyOfWords(`${model} ${at}`), Int8Array.of(at));
  });
  return vectors;
}

function damage(path: string): void {
  writeFileSync(path, readFileSync(path).fill(0xff, 0, 100));
}

/** The number of vectors by model. */
function vectorsIn(dataDir: string): Readonly<Record<string, number>> {
  const vectors = VectorsDb.openKnown(vectorsPath(dataDir));
  if (vectors === null) return {};
  try {
    const names = vectors.sqlite.query<{ name: string }, []>("select name from models order by name").all();
    return Object.fromEntries(names.map(({ name }) => [name, countVectors(vectors.sqlite, name)]));
  } finally {
    vectors.close();
  }
}

describe("a backup", () => {
  test("has the vectors of songs, and a restore replaces those of the folder", async () => {
    const open = fill(core.config.dataDir, "small", 3);
    const { manifest } = await backUpData(core, file, "1.2.3");
    open.close();
    expect(manifest.files.map(({ name }) => name)).toContain("catalog/vectors.db");
    fill(installation.path("restored"), "other", 1);
    await restore();
    expect(vectorsIn(installation.path("restored"))).toEqual({ small: 3 });
    expect(statSync(vectorsPath(installation.path("restored"))).mode & 0o777).toBe(0o600);
    expect(readdirSync(dirname(vectorsPath(installation.path("restored"))))).toEqual(["vectors.db"]);
  });

  test("without vectors leaves those of the folder, which are found by the words of songs", async () => {
    await backUpData(core, file, "1.2.3");
    fill(installation.path("restored"), "other", 2).close();
    await restore();
    expect(vectorsIn(installation.path("restored"))).toEqual({ other: 2 });
  });

  test("with vectors that are damaged is refused with advice", async () => {
    fill(core.config.dataDir, "small", 3).close();
    damage(vectorsPath(core.config.dataDir));
    await expect(backUpData(core, file, "1.2.3")).rejects.toThrow(VECTORS_ADVICE);
    expect(existsSync(file)).toBe(false);
  });

  test("of an earlier version keeps the vectors of its service database", async () => {
    const path = installation.path("former.db");
    const former = openWritable(path, { create: true });
    migrate(former, migrations.slice(0, FORMER));
    former.run("insert into embedding_models values (8, 'small', 1, '1 abc')");
    former.run("insert into embeddings select 8, randomblob(16), x'01' from json_each('[1, 2, 3, 4]')");
    former.run("PRAGMA wal_checkpoint(TRUNCATE)");
    former.close();
    const about = {
      format: 1,
      program: "0.1.0",
      created_at: "2026-11-01T00:00:00.000Z",
      schema: { service: FORMER, catalog: null },
    };
    await writeBackup(file, [{ name: "needledrop.db", path }], about, { onPartial: async () => undefined });
    await restore();
    expect(vectorsIn(installation.path("restored"))).toEqual({ small: 4 });
  });
});

test("doctor warns of damaged vectors, and counts them as none", async () => {
  const { dataDir } = core.config;
  const config = readConfig({}, { data: dataDir });
  expect(await checkEmbeddings(config)).toEqual([]);
  fill(dataDir, "small", 3).close();
  expect(await checkEmbeddings(config)).toMatchObject([{ name: "vectors", status: "ok" }]);
  damage(vectorsPath(dataDir));
  const unreachable = { "ai-base-url": "http://127.0.0.1:1/v1", "ai-embed-model": "small" };
  expect(await checkEmbeddings(readConfig({}, { data: dataDir, ...unreachable }))).toMatchObject([
    { name: "vectors", status: "warn", advice: VECTORS_ADVICE },
    { name: "embedding model", status: "warn", detail: expect.stringContaining("; vectors: 0, songs: 0") },
  ]);
});
