import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, readSync, renameSync, writeSync } from "node:fs";
import { cp, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { Value } from "@sinclair/typebox/value";
import { Readiness } from "../../schema/wire/jsonapi.ts";
import { HttpApp } from "../support/http-app.ts";
import { pictureBytes } from "../support/pictures-and-films.ts";
import { SMALL_CATALOG } from "../support/small-catalog.ts";
import { canMakeImmutable } from "../support/small-disk.ts";
import { ON_DISK } from "../support/temporary-folder.ts";
import { errorsOf } from "./error-document.ts";
import { sqliteOf } from "../support/sqlite-of.ts";

let app: HttpApp;
let token: string;
let count: number;

beforeEach(async () => {
  app = await HttpApp.create(SMALL_CATALOG);
  token = app.key({ hasImages: true, rate: 1_000 }).token;
  count = 0;
});

afterEach(() => app.close());

/** A search that was not submitted before. */
async function search(): Promise<Response> {
  count += 1;
  return await app.submit(token, { query: `a tense synth, number ${count}`, callback_url: "https://studio.example/x" });
}

async function ready(): Promise<{ readonly status: number; readonly database: string }> {
  const response = await app.ask("/readyz");
  const text = await response.text();
  expect(text).not.toContain(app.folder);
  expect(text).not.toMatch(/sqlite|needledrop\.db/i);
  const { meta } = Value.Parse(Readiness, JSON.parse(text));
  return { status: response.status, database: meta.checks.find(({ name }) => name === "database")?.detail ?? "" };
}

/** Expects a 503 in plain words and without a path, and returns its detail. */
async function expectUnavailable(response: Response): Promise<string> {
  expect(response.status).toBe(503);
  expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
  const [error] = await errorsOf(response);
  expect(error?.detail).not.toContain(app.folder);
  expect(error?.detail).not.toMatch(/sqlite|database disk image|readonly|needledrop\.db/i);
  return error?.detail ?? "";
}

function executions(): number {
  return sqliteOf(app.core).sqlite.query<{ n: number }, []>("select count(*) as n from executions").get()?.n ?? -1;
}

const changes = (): string[] =>
  app.logged.filter(({ fields }) => "failure" in fields && !("requestId" in fields)).map(({ message }) => message);

async function passSecond(): Promise<void> {
  app.time.jump(1_100);
}

describe("a full disk", () => {
  const fill = (): void => {
    const pages =
      sqliteOf(app.core).sqlite.query<{ page_count: number }, []>("PRAGMA page_count").get()?.page_count ?? 0;
    sqliteOf(app.core).sqlite.run(`PRAGMA max_page_count = ${pages}`);
  };
  const free = (): void => void sqliteOf(app.core).sqlite.run("PRAGMA max_page_count = 1000000");

  async function searchUntilRefused(): Promise<Response> {
    for (let tries = 0; tries < 2_000; tries++) {
      const response = await search();
      if (response.status !== 202) return response;
    }
    throw new Error("there was room for everything");
  }

  test("503: a search is refused for lack of room, and no accepted search is lost", async () => {
    fill();
    const refused = await searchUntilRefused();
    expect(await expectUnavailable(refused)).toContain("no room");
    expect(executions()).toBe(count - 1);
  });

  test("503: /readyz reports it immediately, and until there is room", async () => {
    fill();
    await searchUntilRefused();
    expect(await ready()).toEqual({ status: 503, database: "cannot be written: the disk is full" });
    for (let second = 0; second < 5; second++) {
      await passSecond();
      expect((await ready()).status).toBe(503);
    }
    free();
    await passSecond();
    expect((await ready()).status).toBe(200);
    expect((await search()).status).toBe(202);
  });

  test("is logged once at its start and once at its end, with the path", async () => {
    fill();
    await searchUntilRefused();
    await search();
    await search();
    free();
    await passSecond();
    await ready();
    await passSecond();
    await ready();
    expect(changes()).toEqual([
      expect.stringContaining("the disk or its quota is full"),
      "the database can be written again",
    ]);
    expect(changes()[0]).toContain(sqliteOf(app.core).path);
  });
});

describe("a read-only database", () => {
  test("503: /readyz detects it without a search, and both recover", async () => {
    sqliteOf(app.core).sqlite.run("PRAGMA query_only = ON");
    expect(await ready()).toEqual({ status: 503, database: "cannot be written: it is read-only" });
    await expectUnavailable(await search());
    sqliteOf(app.core).sqlite.run("PRAGMA query_only = OFF");
    await passSecond();
    expect((await search()).status).toBe(202);
    expect((await ready()).status).toBe(200);
  });

  test("503: an upload is refused before it is read", async () => {
    sqliteOf(app.core).sqlite.run("PRAGMA query_only = ON");
    await ready();
    await expectUnavailable(await app.upload(token, { bytes: await pictureBytes(), type: "image/jpeg" }));
    expect(existsSync(`${app.core.config.dataDir}/uploads`)).toBe(false);
  });
});

describe("a disk that refuses writes", () => {
  beforeEach(async () => {
    await app.close();
    app = await HttpApp.create({ ...SMALL_CATALOG, parent: ON_DISK });
    token = app.key({ hasImages: true, rate: 1_000 }).token;
  });

  test.skipIf(!canMakeImmutable(ON_DISK))("503: /readyz detects it without a search, as long as it lasts", async () => {
    const files = [sqliteOf(app.core).path, `${sqliteOf(app.core).path}-wal`];
    expect((await ready()).status).toBe(200);
    try {
      expect(spawnSync("chattr", ["+i", ...files]).status).toBe(0);
      for (let second = 0; second < 3; second++) {
        await passSecond();
        expect((await ready()).status).toBe(503);
      }
    } finally {
      spawnSync("chattr", ["-i", ...files]);
    }
    await passSecond();
    expect((await ready()).status).toBe(200);
  });

  test.skipIf(!canMakeImmutable(ON_DISK))("503: a failed write turns /readyz, and both recover", async () => {
    const files = [sqliteOf(app.core).path, `${sqliteOf(app.core).path}-wal`];
    try {
      expect(spawnSync("chattr", ["+i", ...files]).status).toBe(0);
      await expectUnavailable(await search());
      expect((await ready()).status).toBe(503);
      await passSecond();
      expect((await ready()).status).toBe(503);
    } finally {
      spawnSync("chattr", ["-i", ...files]);
    }
    await passSecond();
    expect((await ready()).status).toBe(200);
    expect((await search()).status).toBe(202);
  });
});

describe("a database that another process has locked", () => {
  let other: Database;
  beforeEach(() => {
    other = new Database(sqliteOf(app.core).path);
    sqliteOf(app.core).sqlite.run("PRAGMA busy_timeout = 10");
    other.run("BEGIN IMMEDIATE");
  });
  afterEach(() => other.close());

  test("503: a search after it has waited; both recover", async () => {
    await expectUnavailable(await search());
    expect(await ready()).toEqual({ status: 503, database: "cannot be written: another process holds its lock" });
    other.run("ROLLBACK");
    await passSecond();
    expect((await ready()).status).toBe(200);
    expect((await search()).status).toBe(202);
  });

  test("200: /readyz ignores a short lock; 503 after the time that a write waits", async () => {
    for (let second = 0; second < 4; second++) {
      expect((await ready()).status).toBe(200);
      await passSecond();
    }
    await passSecond();
    expect((await ready()).status).toBe(503);
    other.run("ROLLBACK");
    await passSecond();
    expect((await ready()).status).toBe(200);
  });

  test("delays the first request only, not the following ones", async () => {
    await expectUnavailable(await search());
    const timeout = sqliteOf(app.core).sqlite.query<{ timeout: number }, []>("PRAGMA busy_timeout").get()?.timeout;
    expect(timeout).toBeLessThan(100);
    other.run("ROLLBACK");
    await passSecond();
    await search();
    expect(sqliteOf(app.core).sqlite.query<{ timeout: number }, []>("PRAGMA busy_timeout").get()?.timeout).toBe(5_000);
  });
});

/** Overwrites bytes of the file from `at` without SQLite. The returned function restores them. */
function damage(at: number, bytes: number): () => void {
  const db = sqliteOf(app.core);
  db.sqlite.run("PRAGMA wal_checkpoint(TRUNCATE)");
  const former = new Uint8Array(bytes);
  const write = (content: Uint8Array): void => {
    const file = openSync(db.path, "r+");
    writeSync(file, content, 0, bytes, at);
    closeSync(file);
  };
  const file = openSync(db.path, "r");
  readSync(file, former, 0, bytes, at);
  closeSync(file);
  write(new Uint8Array(bytes).fill(0x5a));
  db.forgetPages();
  return () => write(former);
}

function damageTable(name: string): () => void {
  const { sqlite } = sqliteOf(app.core);
  const size = sqlite.query<{ page_size: number }, []>("PRAGMA page_size").get()?.page_size ?? 0;
  const row = sqlite
    .query<{ rootpage: number }, [string]>("select rootpage from sqlite_schema where name = ? and type = 'table'")
    .get(name);
  return damage(((row?.rootpage ?? 1) - 1) * size, size);
}

describe("a damaged database", () => {
  test("503: after a search reads a damaged page, /readyz fails until an inspection finds the database sound", async () => {
    const repair = damageTable("executions");
    await expectUnavailable(await search());
    expect(await ready()).toEqual({ status: 503, database: "is damaged; see the log" });
    await passSecond();
    expect((await ready()).status).toBe(503);
    await app.until(async () => changes().length > 0);
    repair();
    await app.until(async () => {
      await passSecond();
      return (await ready()).status === 200;
    });
    expect((await search()).status).toBe(202);
    expect(changes()).toEqual([expect.stringContaining("is damaged"), "the database can be written again"]);
  });

  test("503: the same after a read-only request reads a damaged page", async () => {
    const repair = damageTable("keys");
    await expectUnavailable(await app.ask("/v1/songs", { token }));
    expect((await ready()).status).toBe(503);
    repair();
    await app.until(async () => {
      await passSecond();
      return (await ready()).status === 200;
    });
  });

  test("503: a damaged first page is detected without a request", async () => {
    const repair = damage(0, 100);
    expect((await ready()).status).toBe(503);
    repair();
    await app.until(async () => {
      await passSecond();
      return (await ready()).status === 200;
    });
  });
});

describe("a data folder that is removed while the server runs", () => {
  const away = (): string => `${app.core.config.dataDir}-away`;

  test("503: nothing is accepted and nothing created at its path; the server recovers when the same folder is back", async () => {
    const bytes = await pictureBytes();
    renameSync(app.core.config.dataDir, away());
    await expectUnavailable(await search());
    await expectUnavailable(await app.upload(token, { bytes, type: "image/jpeg" }));
    expect(await ready()).toEqual({ status: 503, database: "the data folder was removed or replaced; see the log" });
    expect(existsSync(app.core.config.dataDir)).toBe(false);
    const before = executions();
    renameSync(away(), app.core.config.dataDir);
    await passSecond();
    expect((await ready()).status).toBe(200);
    expect((await search()).status).toBe(202);
    expect(executions()).toBe(before + 1);
  });

  test("503: an upload writes nothing into an empty folder such as a mount point", async () => {
    const bytes = await pictureBytes();
    renameSync(app.core.config.dataDir, away());
    await mkdir(app.core.config.dataDir);
    await expectUnavailable(await app.upload(token, { bytes, type: "image/jpeg" }));
    expect(await readdir(app.core.config.dataDir)).toEqual([]);
    await Bun.$`rmdir ${app.core.config.dataDir}`.quiet();
    renameSync(away(), app.core.config.dataDir);
  });

  test("503: another folder at its path is not written either, and the log asks for a restart", async () => {
    renameSync(app.core.config.dataDir, away());
    await cp(away(), app.core.config.dataDir, { recursive: true });
    await expectUnavailable(await search());
    expect((await ready()).status).toBe(503);
    expect(changes()).toEqual([expect.stringContaining("start Needledrop again")]);
    await Bun.$`rm -r ${app.core.config.dataDir}`.quiet();
    renameSync(away(), app.core.config.dataDir);
  });

  test("is detected within seconds without a request", async () => {
    await app.services.catalog.start();
    for (const service of app.services.background) await service.start();
    renameSync(app.core.config.dataDir, away());
    await app.time.pass(3_000);
    expect(changes()).toEqual([expect.stringContaining("removed, unmounted or replaced")]);
    renameSync(away(), app.core.config.dataDir);
    await app.time.pass(3_000);
    expect(changes()[1]).toBe("the database can be written again");
  });
});

describe("a catalog that is damaged while the server runs", () => {
  const folder = (): string => join(app.core.config.dataDir, "catalog", "gen-000001");
  const look = async (): Promise<void> => {
    await passSecond();
    await app.services.catalog.poll();
  };
  const catalogDetail = async (): Promise<string> => {
    const { meta } = Value.Parse(Readiness, await (await app.ask("/readyz")).json());
    return meta.checks.find(({ name, ok }) => name === "catalog" && !ok)?.detail ?? "";
  };

  test("503: its folder is missing; searches are refused, uploads are not, and searches recover", async () => {
    renameSync(folder(), `${folder()}-away`);
    await look();
    expect((await ready()).status).toBe(503);
    expect(await catalogDetail()).toStartWith("its files are damaged or missing since");
    await expectUnavailable(await search());
    expect((await app.upload(token, { bytes: new Uint8Array(10), type: "image/jpeg" })).status).toBe(422);
    renameSync(`${folder()}-away`, folder());
    await app.until(async () => {
      await look();
      return (await ready()).status === 200;
    });
    expect((await search()).status).toBe(202);
  });

  test("503: a request reads a damaged page", async () => {
    const path = join(folder(), "catalog.db");
    const whole = await Bun.file(path).bytes();
    const damaged = whole.slice();
    damaged.fill(0x5a, 4096);
    await Bun.write(path, damaged);
    await expectUnavailable(await app.ask("/v1/songs", { token }));
    await look();
    expect((await ready()).status).toBe(503);
    // The service database is not affected.
    expect((await ready()).database).toBe("writable");
    await Bun.write(path, whole);
    await app.until(async () => {
      await look();
      return (await ready()).status === 200;
    });
    expect((await app.ask("/v1/songs", { token })).status).toBe(200);
  });
});

test("503: no media are generated while the data folder is missing", async () => {
  const song = await (await app.ask("/v1/songs/3", { token: app.key({ mode: "live" }).token })).text();
  const url = /http[^"]+full\.mp3[^"]*/.exec(song)?.[0] ?? "";
  renameSync(app.core.config.dataDir, `${app.core.config.dataDir}-away`);
  const response = await app.ask(url.replaceAll("\\u0026", "&"));
  expect(response.status).toBe(503);
  expect(existsSync(app.core.config.dataDir)).toBe(false);
  renameSync(`${app.core.config.dataDir}-away`, app.core.config.dataDir);
});
