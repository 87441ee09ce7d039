import { Database } from "bun:sqlite";
import { copyFileSync, existsSync, renameSync, statSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { SqliteServiceDb } from "../../src/db/sqlite-service-db.ts";
import { ThreadedCheckpoints } from "../../src/db/checkpoint-thread/threaded-checkpoints.ts";
import { VectorsDb } from "../../src/db/vectors-db.ts";
import { startOwnThread } from "../../src/native/own-thread.ts";
import { FakeTime } from "../jobs/fake-time.ts";
import { TestFolder } from "../support/temporary-folder.ts";
import { writeNow } from "../support/write-now.ts";

const SECOND_MS = 1_000;

let folder: TestFolder;
let db: SqliteServiceDb;
let time: FakeTime;
let checkpoints: ThreadedCheckpoints;
beforeEach(async () => {
  folder = new TestFolder();
  db = SqliteServiceDb.open(folder.to("needledrop.db"));
  writeNow(db, () => db.sqlite.run("CREATE TABLE notes (text TEXT) STRICT"));
  db.sqlite.run("PRAGMA wal_checkpoint(TRUNCATE)");
  time = new FakeTime();
  checkpoints = new ThreadedCheckpoints({
    dbs: [db],
    clock: time,
    timer: time,
    startThread: () => startOwnThread("db/checkpoint-thread/thread.ts"),
  });
  checkpoints.start();
});
afterEach(async () => {
  await checkpoints.stop();
  db.close();
});

function write(count: number): void {
  for (let one = 0; one < count; one++)
    writeNow(db, () => db.sqlite.run("INSERT INTO notes VALUES (?)", ["x".repeat(2_000)]));
}

/** The rows that the file of the database has without its log. */
function moved(): number {
  const copy = folder.to("copy.db");
  copyFileSync(db.path, copy);
  const database = new Database(copy);
  try {
    // Without its log, a database in this mode cannot be read only.
    database.run("PRAGMA journal_mode = DELETE");
    return database.query<{ rows: number }, []>("SELECT count(*) AS rows FROM notes").get()?.rows ?? 0;
  } finally {
    database.close();
  }
}

const run = (): Promise<void> => checkpoints.run(new AbortController().signal);

test("a thread moves the log after a thousand transactions, not a commit", async () => {
  write(999);
  await run();
  expect(moved()).toBe(0);
  expect(statSync(`${db.path}-wal`).size).toBeGreaterThan(4_000_000);
  write(1);
  await run();
  expect(moved()).toBe(1_000);
});

test("the log begins again after it was moved, so its file stays small", async () => {
  for (let round = 0; round < 3; round++) {
    write(1_000);
    await run();
  }
  const { size } = statSync(`${db.path}-wal`);
  expect(moved()).toBe(3_000);
  expect(size).toBeLessThan(16_000_000);
});

test("a log that has become long keeps its file, so that no commit waits while it is shortened", async () => {
  const row = "x".repeat(1_000_000);
  for (let one = 0; one < 30; one++) writeNow(db, () => db.sqlite.run("INSERT INTO notes VALUES (?)", [row]));
  const { size } = statSync(`${db.path}-wal`);
  expect(size).toBeGreaterThan(30_000_000);
  await time.pass(20 * SECOND_MS);
  await run();
  write(1);
  expect(moved()).toBe(30);
  expect(statSync(`${db.path}-wal`).size).toBe(size);
});

test("a few transactions are moved within 20 seconds, and nothing runs without any", async () => {
  await time.pass(20 * SECOND_MS);
  await run();
  write(1);
  await run();
  expect(moved()).toBe(1);
  write(1);
  await time.pass(19 * SECOND_MS);
  await run();
  expect(moved()).toBe(1);
  await time.pass(SECOND_MS);
  await run();
  expect(moved()).toBe(2);
});

test("the logs of several databases are moved by one thread", async () => {
  const [path, started] = [folder.to("vectors.db"), new Set<Worker>()];
  const vectors = VectorsDb.open(path);
  const written = {
    path,
    transactions: 0,
    requireInPlace: () => vectors.requireInPlace(),
    leaveLogToOthers: () => vectors.leaveLogToOthers(),
  };
  const both = new ThreadedCheckpoints({
    dbs: [db, written],
    clock: time,
    timer: time,
    startThread: () => {
      const thread = startOwnThread("db/checkpoint-thread/thread.ts");
      started.add(thread);
      return thread;
    },
  });
  both.start();
  const before = statSync(path).size;
  vectors.write((sqlite) => sqlite.run("INSERT INTO models (name, dims) VALUES (hex(zeroblob(50000)), 1)"));
  written.transactions = 1;
  write(1);
  await time.pass(20 * SECOND_MS);
  await both.run(new AbortController().signal);
  expect([moved(), statSync(path).size > before, started.size]).toEqual([1, true, 1]);
  vectors.close();
  Object.assign(written, { path: null, transactions: 2_000 });
  await both.run(new AbortController().signal);
  expect(started.size).toBe(1);
  await both.stop();
});

test("a very long log is moved by a commit, for a thread that does not keep up", () => {
  const row = "x".repeat(1_000_000);
  for (let one = 0; one < 100; one++) writeNow(db, () => db.sqlite.run("INSERT INTO notes VALUES (?)", [row]));
  expect(statSync(`${db.path}-wal`).size).toBeLessThan(90_000_000);
  expect(moved()).toBeGreaterThan(0);
});

test("an aborted run does not wait for the thread, and the database is closed nevertheless", async () => {
  write(1_000);
  const stopping = new AbortController();
  const running = checkpoints.run(stopping.signal);
  stopping.abort(new Error("The server stops."));
  expect(running).rejects.toThrow("The server stops.");
  await checkpoints.stop();
  expect(moved()).toBe(1_000);
  db.close();
  expect(existsSync(`${db.path}-wal`)).toBe(false);
  db = SqliteServiceDb.open(db.path);
});

test("a data folder that was replaced is left alone, and the log is moved once it is back", async () => {
  write(1_000);
  const path = folder.to("needledrop.db");
  const away = folder.to("away.db");
  renameSync(path, away);
  writeFileSync(path, "");
  await failureOf(run());
  expect(statSync(path).size).toBe(0);
  renameSync(away, path);
  await run();
  expect(moved()).toBe(0);
  await time.pass(20 * SECOND_MS);
  await run();
  expect(moved()).toBe(1_000);
});

test("a thread that ends is reported, and another one is started", async () => {
  const threads: Worker[] = [];
  const failing = new ThreadedCheckpoints({
    dbs: [db],
    clock: time,
    timer: time,
    startThread: () => {
      const ending = new Worker("data:text/javascript,self.onmessage = () => { throw new Error('no memory') }");
      const thread = threads.length === 0 ? ending : startOwnThread("db/checkpoint-thread/thread.ts");
      threads.push(thread);
      return thread;
    },
  });
  write(1_000);
  expect(await failureOf(failing.run(new AbortController().signal))).toContain("no memory");
  await time.pass(20 * SECOND_MS);
  await failing.run(new AbortController().signal);
  expect(moved()).toBe(1_000);
  await failing.stop();
  expect(threads.length).toBe(2);
});

async function failureOf(running: Promise<void>): Promise<string> {
  return await running.then(
    () => "",
    (error: unknown) => String(error),
  );
}
