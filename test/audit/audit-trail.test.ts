import { afterEach, beforeEach, describe, expect, spyOn, test } from "bun:test";
import { join } from "node:path";
import { runNow } from "../../src/db/work.ts";
import { AuditEntry } from "../../schema/wire/audit.ts";
import { type AuditEvent, byKey, listed } from "../../src/audit/audit-event.ts";
import { AuditTrail } from "../../src/audit/audit-trail.ts";
import { listLines, removeOldest, walkChain } from "../../src/audit/store.ts";
import { verifyTrail } from "../../src/audit/verify-chain.ts";
import type { SqliteServiceDb } from "../../src/db/sqlite-service-db.ts";
import { MINUTE_MS } from "../../src/lib/clock.ts";
import { parseChecked } from "../../src/lib/parse-json.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { newServiceDb } from "../support/new-service-db.ts";
import { writeNow } from "../support/write-now.ts";

const ALL = { from: null, to: null, keyId: null, limit: 100_000 };

let db: SqliteServiceDb;
let now: number;
let audit: AuditTrail;

beforeEach(() => {
  db = newServiceDb(join(temporaryFolder(), "needledrop.db"));
  now = 1_000_000;
  audit = new AuditTrail({ db, clock: { now: () => now } });
});

afterEach(() => {
  db.close();
});

function opened(file: string, key = "key-1"): AuditEvent {
  return { ...byKey({ id: key, name: "studio" }, "r"), action: "media.opened", objects: { audio_file: file } };
}

function entries(range: Partial<Parameters<typeof listLines>[1]> = {}): readonly AuditEntry[] {
  return runNow(listLines(db, { ...ALL, ...range })).map((line) => {
    const entry = parseChecked(AuditEntry, line);
    if (entry === null) throw new Error(`no entry: ${line}`);
    return entry;
  });
}

const files = (): readonly unknown[] => entries().map(({ objects }) => objects["audio_file"]);

describe("record", () => {
  test("stores who did what when, with an outcome and the request", async () => {
    await audit.record({ actor: { kind: "command", user: "anna" }, action: "key.revoked", objects: { key: "key-2" } });
    expect(entries()).toEqual([
      {
        seq: 1,
        at: "1970-01-01T00:16:40.000Z",
        actor: { kind: "command", user: "anna" },
        action: "key.revoked",
        objects: { key: "key-2" },
        outcome: "done",
        request: null,
        previous: "0".repeat(64),
      },
    ]);
  });

  test("within a transaction that is rolled back stores nothing, and the chain goes on", async () => {
    await audit.record(opened("1"));
    expect(() =>
      writeNow(db, (tx) => {
        runNow(audit.recordIn(tx, opened("2")));
        throw new Error("rolled back");
      }),
    ).toThrow("rolled back");
    await audit.record(opened("3"));
    expect(files()).toEqual(["1", "3"]);
    expect(await verifyTrail(db)).toMatchObject({ isIntact: true, entries: 2 });
  });
});

describe("note", () => {
  test("stores nothing before the next write, and then everything in order", async () => {
    for (let file = 0; file < 250; file += 1) audit.note(opened(String(file)));
    expect(entries()).toEqual([]);
    const more: boolean[] = [];
    for (let call = 0; call < 4; call += 1) more.push(await audit.write());
    expect(more).toEqual([true, true, false, false]);
    expect(files()).toEqual(Array.from({ length: 250 }, (_, file) => String(file)));
    expect(await verifyTrail(db)).toMatchObject({ isIntact: true, entries: 250 });
  });

  test("keeps the time of the event, not of the write", async () => {
    audit.note(opened("1"));
    now += 500;
    await audit.write();
    expect(entries()[0]?.at).toBe("1970-01-01T00:16:40.000Z");
  });

  test("of an opening notes the same again only after ten minutes, or for another key or file", async () => {
    audit.noteOpening(opened("1"));
    now += 10 * MINUTE_MS - 1;
    audit.noteOpening({ ...opened("1"), requestId: "another" });
    audit.noteOpening(opened("2"));
    audit.noteOpening(opened("1", "key-2"));
    now += 1;
    audit.noteOpening(opened("1"));
    await audit.write();
    expect(files()).toEqual(["1", "2", "1", "1"]);
  });

  test("keeps events that cannot be written for the next write", async () => {
    audit.note(opened("1"));
    const { failing } = writeNow(db, () => ({ failing: audit.write() }));
    await expect(failing).rejects.toThrow("already open");
    expect(await audit.write()).toBe(false);
    expect(files()).toEqual(["1"]);
  });

  test("stores a batch once if two writes overlap, with what is noted meanwhile", async () => {
    for (let file = 0; file < 150; file += 1) audit.note(opened(String(file)));
    const writing = [audit.write(), audit.write()];
    audit.note(opened("meanwhile"));
    expect(await Promise.all(writing)).toEqual([true, true]);
    expect(await audit.write()).toBe(false);
    expect(files()).toEqual([...Array.from({ length: 150 }, (_, file) => String(file)), "meanwhile"]);
  });

  test("holds a limited number of events, and records how many it lost", async () => {
    for (let file = 0; file < 10_007; file += 1) audit.note(opened(String(file)));
    while (await audit.write());
    const last = entries().filter(({ action }) => action === "audit.gap");
    expect(last).toMatchObject([{ actor: { kind: "server" }, objects: { count: 7 } }]);
    expect(entries()).toHaveLength(10_001);
  });
});

describe("a walk", () => {
  test("reads one moment, and what is written meanwhile is no part of its transaction", async () => {
    await audit.record(opened("1"));
    const seen: string[] = [];
    await db.readMoment((reading) =>
      walkChain(
        reading,
        () => writeNow(db, (tx) => runNow(audit.recordIn(tx, opened("2")))),
        (line) => seen.push(line) > 0,
      ),
    );
    expect(seen).toHaveLength(1);
    expect(files()).toEqual(["1", "2"]);
  });

  test("passes all lines of a long trail, and ends where it is told to", async () => {
    const many = Array.from({ length: 2_500 }, (_, file) => opened(String(file)));
    writeNow(db, (tx) => runNow(audit.recordIn(tx, ...many)));
    const walk = async (most: number): Promise<number> => {
      let count = 0;
      await db.readMoment((reading) =>
        walkChain(
          reading,
          () => undefined,
          () => ++count < most,
        ),
      );
      return count;
    };
    expect([await walk(10_000), await walk(1_200)]).toEqual([2_500, 1_200]);
  });
});

describe("lists", () => {
  beforeEach(async () => {
    for (const [at, key] of [
      [1_000, "key-1"],
      [2_000, "key-2"],
      [3_000, "key-1"],
    ] as const) {
      now = at;
      await audit.record(opened(String(at), key));
    }
    now = 4_000;
    await audit.record({ actor: { kind: "server" }, action: "key.changed", objects: { key: "key-1" } });
  });

  test("show the newest of a range, of one key also what was done to it", () => {
    const numbers = (range: Parameters<typeof entries>[0]): readonly number[] => entries(range).map(({ seq }) => seq);
    expect(numbers({})).toEqual([1, 2, 3, 4]);
    expect(numbers({ limit: 2 })).toEqual([3, 4]);
    expect(numbers({ from: 2_000, to: 3_000 })).toEqual([2]);
    expect(numbers({ keyId: "key-1" })).toEqual([1, 3, 4]);
    expect(numbers({ keyId: "key-1", from: 1_001, limit: 1 })).toEqual([4]);
    expect(numbers({ keyId: "key-3" })).toEqual([]);
  });

  test.each([
    ["audit_lines_by_action", { action: "media.opened" }],
    ["audit_lines_by_actor", { actorName: "studio" }],
  ] as const)("are read in order from %s", (index, filter) => {
    const prepare = spyOn(db.sqlite, "prepare");
    runNow(listLines(db, { ...ALL, ...filter }));
    const [sql = ""] = prepare.mock.calls.map(([text]) => text);
    prepare.mockRestore();
    const plan = db.sqlite.query<{ detail: string }, []>(`explain query plan ${sql}`).all();
    const steps = plan.map(({ detail }) => detail).join("\n");
    expect(steps).toContain(`INDEX ${index}`);
    expect(steps).not.toContain("TEMP B-TREE");
  });

  test("find the entries of a key and the oldest entries by an index", () => {
    const planOf = (query: string): string =>
      db.sqlite
        .query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${query}`)
        .all()
        .map(({ detail }) => detail)
        .join("\n");
    expect(planOf("select line from audit_lines where key_id = 'x' order by seq desc limit 9")).toBe(
      "SEARCH audit_lines USING INDEX audit_lines_by_key (key_id=?)",
    );
    expect(planOf("select seq from audit_lines where +at >= 5 and seq > 3 and seq <= 9 order by seq limit 1")).toBe(
      "SEARCH audit_lines USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)",
    );
  });
});

describe("removal of old entries", () => {
  const fill = async (): Promise<void> => {
    for (let file = 1; file <= 10; file += 1) {
      now = file * 1_000;
      await audit.record(opened(String(file)));
    }
  };
  const remove = (rule: { before?: number; keepMax?: number; limit?: number }): number =>
    writeNow(db, (tx) => runNow(removeOldest(tx, { before: 0, keepMax: 1_000, limit: 1_000, ...rule })));

  test("takes those before a time, in batches", async () => {
    await fill();
    expect(remove({ before: 8_000, limit: 5 })).toBe(5);
    expect(remove({ before: 8_000, limit: 5 })).toBe(2);
    expect(remove({ before: 8_000, limit: 5 })).toBe(0);
    expect(files()).toEqual(["8", "9", "10"]);
    expect(await verifyTrail(db)).toMatchObject({ isIntact: true });
  });

  test("takes those beyond the largest number", async () => {
    await fill();
    expect(remove({ keepMax: 4 })).toBe(6);
    expect(files()).toEqual(["7", "8", "9", "10"]);
    expect(await verifyTrail(db)).toMatchObject({ isIntact: true });
  });

  test("does not take an old entry after a newer one, because only a beginning can go", async () => {
    await fill();
    now = 500;
    await audit.record(opened("set back"));
    expect(remove({ before: 600 })).toBe(0);
    expect(remove({ before: 3_000 })).toBe(2);
  });

  test("leaves a broken chain as it is", async () => {
    await fill();
    db.sqlite.run("update audit_lines set line = 'nonsense' where seq = 4");
    expect(remove({ before: 4_000 })).toBe(0);
    expect(await verifyTrail(db)).toMatchObject({ isIntact: false, line: 4 });
  });
});

test("a list of ids is limited and says how many there were", () => {
  const ids = Array.from({ length: 250 }, (_, index) => String(index));
  expect(listed("songs", ids)).toEqual({ songs: ids.slice(0, 100), count: 250 });
});
