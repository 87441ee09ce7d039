import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { type AuditEvent, byKey } from "../../src/audit/audit-event.ts";
import { AuditTrail } from "../../src/audit/audit-trail.ts";
import { latestTime, listLines, removeOldest } from "../../src/audit/store.ts";
import { verifyTrail } from "../../src/audit/verify-chain.ts";
import { ENGINES, newDbOn, type OpenServiceDb } from "../support/engines.ts";

const ALL = { from: null, to: null, keyId: null, limit: 100 };

let db: OpenServiceDb;
let now = 0;
let audit: AuditTrail;

function opened(file: string, key: string): AuditEvent {
  return { ...byKey({ id: key, name: `studio ${key}` }, "r"), action: "media.opened", objects: { audio_file: file } };
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
    (await db.read(listLines(db, { ...ALL, ...range }))).map((line) => /"audio_file":"(\w+)"/.exec(line)?.[1] ?? "");

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
