import { beforeEach, describe, expect, test } from "bun:test";
import { mayRemoveNow } from "../../src/app/object-feature.ts";
import { PostgresWatch } from "../../src/app/postgres-watch.ts";
import { PostgresBusy, PostgresFailed, TransactionsCollided } from "../../src/db/postgres-errors.ts";
import type { PostgresServiceDb } from "../../src/db/postgres-service-db.ts";
import type { Refused } from "../../src/lib/refusal.ts";
import { databaseFailureOf } from "../../src/lib/storage-failure.ts";
import { FakeTime } from "../jobs/fake-time.ts";

const GONE = new PostgresFailed("connect ECONNREFUSED 10.0.0.5:5432", "ECONNREFUSED");

let time: FakeTime;
let probe: () => Promise<void>;
let reachable: boolean[];
let reconnects: number;
let logged: string[];
let fail: (error: unknown) => void;
let watch: PostgresWatch;

beforeEach(() => {
  time = new FakeTime();
  [probe, reachable, reconnects, logged] = [async () => undefined, [], 0, []];
  const db = {
    onFailure: (listener: (error: unknown) => void) => void (fail = listener),
    probe: async () => await probe(),
    setReachable: (isReachable: boolean) => void reachable.push(isReachable),
    reconnect: () => void (reconnects += 1),
    connections: () => ({ used: 3, slots: 16 }),
  } as unknown as PostgresServiceDb;
  const log = (_fields: object, message: string): void => void logged.push(message);
  watch = new PostgresWatch({ db, timer: time, log: { debug: log, info: log, warn: log, error: log } });
});

function refusal(): Refused | null {
  try {
    watch.requireWritable();
    return null;
  } catch (error) {
    return error as Refused;
  }
}

describe("the watch of PostgreSQL", () => {
  test("refuses requests after a lost connection, until a probe succeeds; says each change once", async () => {
    expect(watch.readiness()).toEqual({ name: "database", ok: true, detail: "writable; 3 of 16 connections in use" });
    fail(GONE);
    fail(GONE);
    expect(refusal()?.headers).toEqual({ "retry-after": "5" });
    expect(watch.readiness()).toEqual({ name: "database", ok: false, detail: "does not answer; see the log" });
    probe = () => Promise.reject(GONE);
    await watch.check();
    probe = async () => undefined;
    await watch.check();
    await watch.check();
    expect(refusal()).toBeNull();
    expect(reachable).toEqual([false, false, false, true]);
    expect(logged).toEqual([expect.stringContaining("expected an answer"), "the database can be used again"]);
    expect(logged.join()).not.toContain("10.0.0.5");
  });

  test("takes a probe without an answer for a lost server, and ends its connections", async () => {
    probe = () => new Promise(() => undefined);
    const checked = watch.check();
    await time.pass(5_000);
    await checked;
    expect([watch.failure(), reconnects]).toEqual(["unreachable", 1]);
  });

  test("a line of /readyz that needs a row is answered without it after a second", async () => {
    const asked = mayRemoveNow({ mayRemove: () => new Promise(() => undefined) }, time);
    await time.pass(1_000);
    expect(await asked).toBe(true);
    expect(await mayRemoveNow({ mayRemove: () => Promise.reject(GONE) }, time)).toBe(true);
    expect(await mayRemoveNow({ mayRemove: async () => false }, time)).toBe(false);
  });

  test("refuses nothing because one request found the database busy", () => {
    for (const error of [new PostgresBusy("none for 5 s"), new TransactionsCollided(6, "40001")]) {
      expect(databaseFailureOf(error)).toBe("busy");
      fail(error);
    }
    expect(refusal()).toBeNull();
  });

  test.each([
    new PostgresBusy("none for 5 s"),
    new PostgresFailed("too many clients", "53300"),
    new PostgresFailed("locked", "55P03"),
  ])("refuses nothing because a probe found the database busy: %s", async (busy) => {
    probe = () => Promise.reject(busy);
    await watch.check();
    expect([refusal(), reachable, reconnects]).toEqual([null, [true], 0]);
    expect(watch.readiness()).toMatchObject({ ok: false, detail: "has no free connection" });
    fail(GONE);
    await watch.check();
    expect([refusal(), reachable.at(-1)]).toEqual([null, true]);
    fail(new PostgresFailed("no room", "53100"));
    await watch.check();
    expect([watch.failure(), refusal() === null]).toEqual(["full", false]);
  });

  test.each([
    ["08006", "unreachable"],
    ["57P01", "unreachable"],
    ["CONNECT_TIMEOUT", "unreachable"],
    ["EPIPE", "unreachable"],
    ["28P01", "unreachable"],
    ["53100", "full"],
    ["53300", "busy"],
    ["55P03", "busy"],
    ["25006", "read-only"],
    ["XX001", "damaged"],
    ["23505", null],
    ["22021", null],
    ["TypeError", null],
    ["UNDEFINED_VALUE", null],
  ] as const)("knows that %s is %p", (code, failure) => {
    expect(new PostgresFailed("refused", code).failure).toBe(failure);
  });

  test.each([
    ["ECONNREFUSED", true],
    ["CONNECT_TIMEOUT", true],
    ["ETIMEDOUT", true],
    ["57P01", true],
    ["CONNECTION_REFUSED", false],
    ["57P03", false],
    ["UNDEFINED_VALUE", false],
    ["23505", false],
  ] as const)("knows whether the client has to be made anew after %s: %p", (code, isOfConnection) => {
    expect(new PostgresFailed("refused", code).isOfConnection).toBe(isOfConnection);
  });
});
