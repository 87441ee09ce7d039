import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { inspect } from "node:util";
import { eq } from "drizzle-orm";
import { keyPlaylists } from "../../schema/tables/service/keys.ts";
import { settings } from "../../schema/tables/service/settings.ts";
import { PostgresBusy, PostgresFailed, TransactionsCollided } from "../../src/db/postgres-errors.ts";
import { type PostgresParts, PostgresServiceDb } from "../../src/db/postgres-service-db.ts";
import type { Reading, Writing } from "../../src/db/service-db.ts";
import { nextTurn } from "../../src/lib/next-turn.ts";
import { systemTimer, type Timer } from "../../src/lib/timer.ts";
import { first, rows, run, type Work } from "../../src/db/work.ts";
import { HAS_POSTGRES, newPostgresAddress, postgresServer } from "../support/postgres.ts";

const SECRET = "the-secret-of-a-row";

const atOnce: Timer = {
  after: (_delayMs, effect) => {
    effect();
    return () => undefined;
  },
};

let address: string;
let db: PostgresServiceDb;
const others: PostgresServiceDb[] = [];

async function another(parts: PostgresParts = {}): Promise<PostgresServiceDb> {
  const opened = await PostgresServiceDb.open(address, parts);
  others.push(opened);
  return opened;
}

function* put(tx: Writing, name: string, value: string): Work<void> {
  const row = { name, value };
  yield* run(tx.orm.insert(settings).values(row).onConflictDoUpdate({ target: settings.name, set: { value } }));
}

function* valueOf(reading: Reading, name: string): Work<string | null> {
  return (yield* first(reading.orm.select().from(settings).where(eq(settings.name, name))))?.value ?? null;
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return await work.then(
    () => null,
    (error: unknown) => error,
  );
}

/** Ends the connections of a database that have run a statement which contains `text`. */
async function endConnections(text: string): Promise<void> {
  const server = await postgresServer();
  const database = new URL(address).pathname.slice(1);
  server.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}' and query like '%${text}%' and pid <> pg_backend_pid()`,
  );
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await Bun.sleep(5);
}

describe.skipIf(!HAS_POSTGRES)("the service database on PostgreSQL", () => {
  beforeEach(async () => {
    address = await newPostgresAddress();
    db = await PostgresServiceDb.open(address);
  });

  afterEach(async () => {
    await Promise.all([db, ...others.splice(0)].map((opened) => opened.close()));
  });

  test("reads all of one moment while others write", async () => {
    await db.write((tx) => put(tx, "a", "1"));
    const other = await another();
    const seen = await db.readMoment(function* (reading) {
      const before = yield* valueOf(reading, "a");
      yield other.write((tx) => put(tx, "a", "2"));
      return [before, yield* valueOf(reading, "a")];
    });
    expect(seen).toEqual(["1", "1"]);
    expect(await db.read(valueOf(db, "a"))).toBe("2");
  });

  test("reads nothing through another connection within a transaction", async () => {
    await expect(db.write(() => valueOf(db, "a"))).rejects.toThrow("Invariant broken: a statement of the database");
  });

  test("runs transactions again that lock each other out", async () => {
    const names = ["a", "b"] as const;
    for (const name of names) await db.write((tx) => put(tx, name, "0"));
    const held = { a: Promise.withResolvers<void>(), b: Promise.withResolvers<void>() };
    const bothHold = Promise.all([held.a.promise, held.b.promise]);
    const attempts = { a: 0, b: 0 };
    const effects: string[] = [];
    const crossing = (own: "a" | "b", their: "a" | "b"): Promise<void> =>
      db.write(function* (tx) {
        attempts[own] += 1;
        tx.onCommit(() => effects.push(own));
        yield* put(tx, own, own);
        held[own].resolve();
        yield bothHold;
        yield* put(tx, their, own);
      });
    await Promise.all([crossing("a", "b"), crossing("b", "a")]);
    expect(attempts.a + attempts.b).toBe(3);
    expect(effects.toSorted()).toEqual(["a", "b"]);
  });

  test("gives up a transaction that always collides", async () => {
    const server = await postgresServer();
    const collide =
      "create function collide() returns int language plpgsql as $$ begin raise 'x' using errcode = '40001'; end $$";
    server.query(collide, new URL(address).pathname.slice(1));
    const impatient = await another({ timer: atOnce });
    const failures: unknown[] = [];
    impatient.onFailure((error) => failures.push(error));
    let attempts = 0;
    const failure = await failureOf(
      impatient.write(function* (tx) {
        attempts += 1;
        yield* rows(tx, "select collide()");
      }),
    );
    expect(failure).toBeInstanceOf(TransactionsCollided);
    expect(failures).toEqual([failure]);
    expect(attempts).toBe(6);
  });

  test.each([
    [
      "a violated constraint",
      "23505",
      (tx: Writing) => run(tx.orm.insert(settings).values({ name: SECRET, value: "" })),
    ],
    [
      "a missing reference",
      "23503",
      (tx: Writing) => run(tx.orm.insert(keyPlaylists).values({ keyId: SECRET, playlistId: 1 })),
    ],
    ["a value of another type", "22P02", (tx: Writing) => rows(tx, "select ?::bigint", SECRET)],
    ["a character that PostgreSQL does not store", "22021", (tx: Writing) => put(tx, `${SECRET}\0`, "")],
  ])("reports %s without values of rows", async (_what, code, work) => {
    await db.write((tx) => put(tx, SECRET, ""));
    const failure = await failureOf(
      db.write(function* (tx): Work<void> {
        yield* work(tx);
      }),
    );
    expect(failure).toBeInstanceOf(PostgresFailed);
    expect((failure as PostgresFailed).code).toBe(code);
    expect(inspect(failure, { depth: null, showHidden: true })).not.toContain(SECRET);
  });

  test("reports an address that does not work without its password", async () => {
    const wrong = address.replace("postgres@", `nobody:${SECRET}@`);
    const failure = await failureOf(PostgresServiceDb.open(wrong));
    expect(failure).toBeInstanceOf(PostgresFailed);
    expect(inspect(failure, { depth: null, showHidden: true })).not.toContain(SECRET);
    const missing = await failureOf(PostgresServiceDb.open(`${address}-missing`));
    expect(missing).toBeInstanceOf(PostgresFailed);
  });

  test("limits the tasks that wait for a connection, and how long they wait", async () => {
    let timeUp: () => void = () => undefined;
    const timer = {
      after: (ms: number, effect: () => void) => {
        if (ms === 5_000) timeUp = effect;
        return () => undefined;
      },
    };
    const narrow = await another({ limits: { slots: 1, waitingMax: 1, waitMs: 5_000 }, timer });
    const gate = Promise.withResolvers<void>();
    const holding = narrow.write(function* (tx) {
      yield gate.promise;
      yield* put(tx, "a", "1");
    });
    const waiting = failureOf(narrow.read(valueOf(narrow, "a")));
    expect(await failureOf(narrow.read(valueOf(narrow, "a")))).toBeInstanceOf(PostgresBusy);
    timeUp();
    expect(await waiting).toBeInstanceOf(PostgresBusy);
    gate.resolve();
    await holding;
    expect(await narrow.read(valueOf(narrow, "a"))).toBe("1");
  });

  test("answers probes while transactions have all connections", async () => {
    const narrow = await another({ limits: { slots: 2, waitingMax: 0, waitMs: 5_000 } });
    const gate = Promise.withResolvers<void>();
    const holding = ["a", "b"].map((name) =>
      narrow.write(function* (tx) {
        yield* put(tx, name, "1");
        yield gate.promise;
      }),
    );
    for (const needsRoom of [false, true]) await narrow.probe({ needsRoom });
    expect(narrow.connections()).toEqual({ used: 2, slots: 2 });
    gate.resolve();
    await Promise.all(holding);
  });

  test("notices what another process changes, at its commit, and that it cannot notice it", async () => {
    const other = await another();
    const before = db.versionOf("a");
    await failureOf(
      other.write(function* (tx) {
        tx.noteChange("a");
        yield* rows(tx, "select 1 / 0");
      }),
    );
    await other.write(function* (tx) {
      tx.noteChange("b");
      yield* put(tx, "b", "1");
    });
    await until(() => db.versionOf("b") !== before);
    expect(db.versionOf("a")).toBe(before);
    await endConnections("listen");
    await until(() => db.versionOf("a") !== db.versionOf("a"));
    await until(() => db.versionOf("a") === db.versionOf("a"));
    expect(db.versionOf("a")).not.toBe(before);
  });

  test("wakes what waits in another process at the commit, each key once, and everything when it listens again", async () => {
    const other = await another();
    const [woken, own]: [(string | null)[], (string | null)[]] = [[], []];
    db.onWake("jobs", (key) => own.push(key));
    const end = other.onWake("jobs", (key) => woken.push(key));
    await failureOf(
      db.write(function* (tx) {
        tx.wake("jobs", "rolled back");
        yield* rows(tx, "select 1 / 0");
      }),
    );
    await db.write(function* (tx) {
      for (const key of ["a b c", "a b c", "d"]) tx.wake("jobs", key);
      tx.wake("search-endings", "e");
      yield* put(tx, "b", "1");
    });
    await until(() => woken.length === 2);
    expect(woken).toEqual(["a b c", "d"]);
    await endConnections("listen");
    await until(() => woken.length === 3);
    expect(woken[2]).toBeNull();
    end();
    expect(own.filter((key) => key !== null)).toEqual([]);
  });

  test("notes a change of its own once", async () => {
    const versions = [db.versionOf("a")];
    await db.write(function* (tx) {
      tx.noteChange("a");
      yield* put(tx, "a", "1");
      versions.push(db.versionOf("a"));
    });
    expect(versions[1]).toBe(versions[0] ?? "");
    expect(db.versionOf("a")).not.toBe(versions[0] ?? "");
  });

  test("repeats a read whose connection ends, and no transaction", async () => {
    await db.write((tx) => put(tx, "a", "1"));
    const narrow = await another({ limits: { slots: 1, waitingMax: 1, waitMs: 5_000 } });
    const end = "select pg_terminate_backend(pg_backend_pid())";
    const endedOnce = "select case when nextval('ends') = 1 then pg_terminate_backend(pg_backend_pid()) end";
    const restart = (): Promise<unknown> =>
      db.write(function* (tx) {
        yield* rows(tx, "drop sequence if exists ends");
        yield* rows(tx, "create sequence ends");
      });
    await restart();
    expect(await narrow.read(rows(narrow, endedOnce))).toHaveLength(1);
    expect(await narrow.read(valueOf(narrow, "a"))).toBe("1");
    expect(await failureOf(narrow.read(rows(narrow, end)))).toMatchObject({ isEnd: true });
    const seen: number[] = [];
    const moment = await narrow.readMoment(function* (reading) {
      seen.push(seen.length);
      if (seen.length === 1) yield* rows(reading, end);
      return yield* valueOf(reading, "a");
    });
    expect([moment, seen]).toEqual(["1", [0, 1]]);
    let attempts = 0;
    const failure = await failureOf(
      narrow.write(function* (tx) {
        attempts += 1;
        yield* rows(tx, end);
      }),
    );
    expect([failure, attempts]).toEqual([expect.any(PostgresFailed), 1]);
  });

  test("repeats no read while the database does not answer, and begins nothing that waited", async () => {
    const narrow = await another({ limits: { slots: 1, waitingMax: 3, waitMs: 5_000 } });
    let begun = 0;
    const read = (): Promise<unknown> =>
      narrow.read(
        (function* () {
          begun += 1;
          yield* rows(narrow, "select pg_sleep(20)");
        })(),
      );
    const running = failureOf(read());
    const moment = failureOf(narrow.readMoment(() => valueOf(narrow, "a")));
    const waiting = [failureOf(read()), failureOf(narrow.write((tx) => put(tx, "a", "1")))];
    await nextTurn(systemTimer);
    narrow.setReachable(false);
    narrow.reconnect();
    for (const failed of [running, moment, ...waiting]) expect(await failed).toMatchObject({ failure: "unreachable" });
    expect(begun).toBe(1);
    narrow.setReachable(true);
    expect(await narrow.read(valueOf(narrow, "a"))).toBeNull();
  });

  test("works again after the server has ended its connections", async () => {
    const ended = await failureOf(
      db.write(function* (tx) {
        yield* put(tx, "a", "1");
        yield endConnections("insert into");
        yield* put(tx, "a", "2");
      }),
    );
    expect(ended).toBeInstanceOf(PostgresFailed);
    expect(await db.read(valueOf(db, "a"))).toBeNull();
  });

  test.each([
    ["between two statements", () => endConnections("insert into")],
    ["in a statement", (tx: Writing) => rows(tx, "select pg_terminate_backend(pg_backend_pid())")],
  ])("has its only connection again after the server has ended it %s of a transaction", async (_when, end) => {
    const narrow = await another({ limits: { slots: 1, waitingMax: 1, waitMs: 5_000 } });
    for (let round = 0; round < 3; round += 1) {
      const ended = await failureOf(
        narrow.write(function* (tx): Work<void> {
          yield* put(tx, "a", "1");
          const ending = end(tx);
          if (ending instanceof Promise) yield ending;
          else yield* ending;
          yield* put(tx, "a", "2");
        }),
      );
      expect(ended).toBeInstanceOf(PostgresFailed);
      // The driver throws the end of the last connection again.
      await failureOf(narrow.read(valueOf(narrow, "a")));
      expect(await narrow.read(valueOf(narrow, "a"))).toBeNull();
    }
  });
});
