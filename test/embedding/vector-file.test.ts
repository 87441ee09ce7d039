import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { VectorsDb } from "../../src/db/vectors-db.ts";
import { vectorsPath } from "../../src/db/vectors-file.ts";
import { addModel, findModel, keyOfWords, saveVector, vectorsOf } from "../../src/embedding/store.ts";
import { VectorFile, VectorsUnavailable } from "../../src/embedding/vector-file.ts";
import { MINUTE_MS } from "../../src/lib/clock.ts";
import { FakeTime } from "../jobs/fake-time.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

let dataDir: string;
let path: string;
let time: FakeTime;
let logged: string[];
let opened: VectorFile[];
beforeEach(() => {
  dataDir = temporaryFolder();
  path = vectorsPath(dataDir);
  mkdirSync(dirname(path));
  time = new FakeTime();
  logged = [];
  opened = [];
});
afterEach(() => {
  for (const file of opened) file.close();
});

function open(user: "server" | "command"): VectorFile {
  const log = (level: string) => (_: object, message: string) => void logged.push(`${level}: ${message}`);
  const file = new VectorFile({
    dataDir,
    clock: time,
    log: { debug: log("debug"), info: log("info"), warn: log("warn"), error: log("error") },
    user,
  });
  opened.push(file);
  return file;
}

const FAILING = "error: the vectors of songs cannot be used; searches work without them; run doctor";
const AGAIN = "info: the vectors of songs can be read again";

test("a server's file keeps vectors, which a command reads at the same time", () => {
  const server = open("server");
  const [rain, sun] = [keyOfWords("rain"), keyOfWords("sun")];
  const id = server.write((sqlite) => addModel(sqlite, "small", 3));
  server.write((sqlite) => saveVector(sqlite, id, rain, Int8Array.of(1, -2, 127)));
  server.write((sqlite) => saveVector(sqlite, id, rain, Int8Array.of(1, -2, 126)));
  const command = open("command");
  expect(command.read((sqlite) => findModel(sqlite, "small", 3))).toBe(id);
  expect(command.read((sqlite) => vectorsOf(sqlite, id, [sun, rain]))).toEqual([null, Int8Array.of(1, -2, 126)]);
  expect(server.transactions).toBe(3);
});

test("a command makes no file, and a missing one is not worth a line in the log", () => {
  const command = open("command");
  expect(() => command.read(() => null)).toThrow(VectorsUnavailable);
  expect(command.readIfAvailable(() => 1)).toBeNull();
  expect([existsSync(path), logged]).toEqual([false, []]);
});

test("a failure is logged once, and the file is opened again after a minute", () => {
  writeFileSync(path, "no database, and longer than its header".repeat(100));
  const file = open("server");
  for (let at = 0; at < 3; at++) {
    expect(() => file.read(() => null)).toThrow(VectorsUnavailable);
    expect(() => file.write(() => null)).toThrow(VectorsUnavailable);
    time.jump(MINUTE_MS);
  }
  expect(logged).toEqual([FAILING]);
  expect(() => file.read(() => null)).toThrow(VectorsUnavailable);
  rmSync(path);
  expect(file.readIfAvailable(() => 1)).toBeNull();
  time.jump(MINUTE_MS);
  expect(file.readIfAvailable(() => 1)).toBe(1);
  expect(logged).toEqual([FAILING, AGAIN]);
});

test("a newer file is not used and not changed", () => {
  const newer = VectorsDb.open(path);
  newer.sqlite.run("PRAGMA user_version = 99");
  newer.close();
  for (const user of ["server", "command"] as const) expect(open(user).readIfAvailable(() => 1)).toBeNull();
  expect(logged).toEqual([FAILING, FAILING]);
});

test("nothing is written to a file that was replaced", () => {
  const file = open("server");
  file.write((sqlite) => addModel(sqlite, "small", 3));
  renameSync(path, `${path}.aside`);
  expect(() => file.write((sqlite) => addModel(sqlite, "other", 3))).toThrow(VectorsUnavailable);
  expect([existsSync(path), file.path]).toEqual([false, null]);
  expect(logged).toEqual([FAILING]);
});

test("a mistake in a query is not a failure of the file", () => {
  const file = open("server");
  expect(() => file.read((sqlite) => sqlite.query("select missing from models").all())).toThrow("no such column");
  expect(file.readIfAvailable(() => 1)).toBe(1);
});

test("a closed file is unavailable, without a line in the log", () => {
  const file = open("server");
  file.read(() => null);
  file.close();
  expect(file.readIfAvailable(() => 1)).toBeNull();
  expect(logged).toEqual([]);
});
