import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { type AuditEvent, byKey } from "../../src/audit/audit-event.ts";
import { AuditTrail } from "../../src/audit/audit-trail.ts";
import { moveWaiting } from "../../src/audit/append-store.ts";
import { settleTrail } from "../../src/audit/settle-trail.ts";
import { latestTime, listLines, removeOldest } from "../../src/audit/store.ts";
import { verifyTrail } from "../../src/audit/verify-chain.ts";
import { PostgresFailed } from "../../src/db/postgres-errors.ts";
import { PostgresServiceDb } from "../../src/db/postgres-service-db.ts";
import type { ServiceDb } from "../../src/db/service-db.ts";
import { rows } from "../../src/db/work.ts";
import { ENGINES, newDbOn, type OpenServiceDb } from "../support/engines.ts";
import { HAS_POSTGRES, newPostgresAddress } from "../support/postgres.ts";

const ALL = { from: null, to: null, keyId: null, limit: 100 };

let db: OpenServiceDb;
let now = 0;
let audit: AuditTrail;

function opened(file: string, key: string): AuditEvent {
  return { ...byKey({ id: key, name: `studio ${key}` }, "r"), action: "media.opened", objects: { audio_file: file } };
}

async function linesIn(read: ServiceDb, range: Partial<Parameters<typeof listLines>[1]> = {}) {
  await settleTrail(read);
  return await read.read(listLines(read, { ...ALL, ...range }));
}

describe.each(ENGINES)("the audit trail on %s", (engine) => {
  beforeEach(async () => {
    db = await newDbOn(engine);
    audit = new AuditTrail({ db, clock: { now: () => now } });
  });

  afterEach(async () => {
    await db.close();
  });

  const filesIn = async (range: Partial<Parameters<typeof listLines>[1]>): Promise<readonly string[]> =>
    (await linesIn(db, range)).map((line) => /"audio_file":"(\w+)"/.exec(line)?.[1] ?? "");

  test("lists lines by key, action, person and time, and removes the oldest", async () => {
    for (const [index, file] of ["a", "b", "c", "d"].entries()) {
      now = 1_000 * (index + 1);
      await audit.record(opened(file, index % 2 === 0 ? "even" : "odd"));
    }
    expect(await filesIn({})).toEqual(["a", "b", "c", "d"]);
    expect(await filesIn({ keyId: "even" })).toEqual(["a", "c"]);
    expect(await filesIn({ keyId: "even", from: 2_000 })).toEqual(["c"]);
    expect(await filesIn({ actorName: "studio odd", action: "media.opened", to: 4_000 })).toEqual(["b"]);
    expect(await filesIn({ action: "key.created" })).toEqual([]);
    expect(await filesIn({ before: 3, limit: 1 })).toEqual(["b"]);
    expect(await db.read(latestTime(db))).toBe(4_000);
    expect(await db.write((tx) => removeOldest(tx, { before: 2_500, keepMax: 100, limit: 100 }))).toBe(2);
    expect(await filesIn({})).toEqual(["c", "d"]);
    expect(await verifyTrail(db)).toMatchObject({ isIntact: true });
  });

  test("stays one chain when many append at once", async () => {
    await Promise.all(Array.from({ length: 12 }, (_, index) => audit.record(opened(`f${index}`, "k"))));
    expect(await filesIn({})).toHaveLength(12);
    expect(await verifyTrail(db)).toMatchObject({ isIntact: true });
  });
});

describe.skipIf(!HAS_POSTGRES)("events on PostgreSQL", () => {
  const WRITERS = 20;
  const EVENTS = 5;
  let address: string;
  let nodes: PostgresServiceDb[];

  beforeEach(async () => {
    address = await newPostgresAddress();
    nodes = await Promise.all([PostgresServiceDb.open(address), PostgresServiceDb.open(address)]);
  });

  afterEach(async () => {
    await Promise.all(nodes.map((node) => node.close()));
  });

  const trailOf = (node: PostgresServiceDb) => new AuditTrail({ db: node, clock: { now: () => 1_000 } });

  test("are each in the chain once, while 20 writers of two nodes record them and both nodes move them", async () => {
    const state = { isOver: false };
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      const trail = trailOf(nodes[writer % 2] as PostgresServiceDb);
      for (let event = 0; event < EVENTS; event += 1) await trail.record(opened(`w${writer}e${event}`, "k"));
    });
    const movers = nodes.map(async (node, index) => {
      while (!state.isOver) await settleTrail(node, { isPatient: index === 0 });
    });
    await Promise.all(writers);
    state.isOver = true;
    await Promise.all(movers);
    const [, node] = nodes as [PostgresServiceDb, PostgresServiceDb];
    expect(await verifyTrail(node)).toMatchObject({ isIntact: true, entries: WRITERS * EVENTS });
    const files = (await linesIn(node, { limit: 1_000 })).map((line) => /"audio_file":"(\w+)"/.exec(line)?.[1]);
    expect(new Set(files).size).toBe(WRITERS * EVENTS);
  });

  test("wait again if the node that moves them is killed before its commit", async () => {
    const [killed, other] = nodes as [PostgresServiceDb, PostgresServiceDb];
    const events = Array.from({ length: 150 }, (_, event) => opened(`e${event}`, "k"));
    await killed.write((tx) => trailOf(killed).recordIn(tx, ...events));
    const moving = killed.write(function* (tx) {
      const moved = yield* moveWaiting(tx, { through: 1_000, limit: 100, isPatient: true });
      expect(moved).toBe(100);
      yield* rows(tx, "SELECT pg_terminate_backend(pg_backend_pid())");
    });
    expect(await moving.catch((error: unknown) => error)).toBeInstanceOf(PostgresFailed);
    expect(await verifyTrail(other)).toMatchObject({ isIntact: true, entries: 150 });
    const lines = await linesIn(other, { limit: 1_000 });
    expect(lines.map((line) => /"audio_file":"(\w+)"/.exec(line)?.[1])).toEqual(
      Array.from({ length: 150 }, (_, event) => `e${event}`),
    );
  });

  test("leave a gap in the trail if somebody changed one while it waited", async () => {
    const [node] = nodes as [PostgresServiceDb];
    await trailOf(node).record(opened("first", "k"));
    await trailOf(node).record(opened("second", "k"));
    await node.change("UPDATE audit_waiting SET entry = ? WHERE id = 1", ["{}"]);
    const entries = (await linesIn(node)).map((line) => (JSON.parse(line) as { action: string }).action);
    expect(entries).toEqual(["audit.gap", "media.opened"]);
    expect(await verifyTrail(node)).toMatchObject({ isIntact: true, entries: 2 });
  });

  test("are refused with a name that the index of names refuses", async () => {
    const [node] = nodes as [PostgresServiceDb];
    const actor = { kind: "command", user: "x".repeat(3_000) } as const;
    const recorded = trailOf(node).record({ actor, action: "key.created" });
    expect(await recorded.catch((error: unknown) => error)).toMatchObject({ constraint: "audit_waiting_actor_fits" });
  });
});
