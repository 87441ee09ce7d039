import { afterEach, beforeEach, describe, expect, spyOn, test } from "bun:test";
import { runNow } from "../../src/db/work.ts";
import { auditLines } from "../../schema/tables/service/audit.ts";
import { SERVER } from "../../src/audit/audit-event.ts";
import { verifyTrail } from "../../src/audit/verify-chain.ts";
import { assert } from "../../src/lib/assert.ts";
import { DAY_MS } from "../../src/lib/clock.ts";
import { HttpApp } from "../support/http-app.ts";
import { writeNow } from "../support/write-now.ts";
import { sqliteOf } from "../support/sqlite-of.ts";

let app: HttpApp;

beforeEach(async () => {
  app = await HttpApp.create({ settings: { "audit-days": "0.5" } });
});

afterEach(() => app.close());

function numbers(): readonly number[] {
  return app.core.db.orm
    .select({ seq: auditLines.seq })
    .from(auditLines)
    .all()
    .map(({ seq }) => seq);
}

function auditParts() {
  const feature = app.services.features.find(({ name }) => name === "audit");
  assert(feature !== undefined, "the audit trail is a feature");
  return feature;
}

async function run(duty: "write audit trail" | "prune audit trail"): Promise<void> {
  const parts = auditParts().duties?.find(({ name }) => name === duty);
  const state = { isOver: false };
  const running = Promise.resolve(parts?.run(new AbortController().signal)).finally(() => (state.isOver = true));
  // The duty pauses between its batches.
  while (!state.isOver) await app.time.runDue();
  await running;
}

const event = { actor: SERVER, action: "asset.expired" } as const;

describe("the server", () => {
  test("writes all noted events", async () => {
    for (let asset = 0; asset < 300; asset += 1) app.core.audit.note({ ...event, objects: { asset: String(asset) } });
    expect(numbers()).toEqual([]);
    await run("write audit trail");
    expect(numbers()).toHaveLength(300);
  });

  test("writes them when it stops", async () => {
    for (let asset = 0; asset < 300; asset += 1) app.core.audit.note({ ...event, objects: { asset: String(asset) } });
    for (const service of auditParts().services ?? []) await service.stop();
    expect(numbers()).toHaveLength(300);
  });

  test("tries again after a failure, and logs only its begin", async () => {
    app.core.audit.note(event);
    sqliteOf(app.core).sqlite.run("alter table audit_lines rename to elsewhere");
    for (let second = 0; second < 3; second += 1) await run("write audit trail");
    sqliteOf(app.core).sqlite.run("alter table elsewhere rename to audit_lines");
    await run("write audit trail");
    expect(numbers()).toEqual([1]);
    const failures = app.logged.filter(({ message }) => message.startsWith("the audit trail cannot be written"));
    expect(failures.map(({ level }) => level)).toEqual(["error"]);
  });

  test("removes entries that are older than AUDIT_DAYS, and records how many", async () => {
    const old = 2_345;
    writeNow(app.core.db, (tx) => {
      for (let count = 0; count < old; count += 1) runNow(app.core.audit.recordIn(tx, event));
    });
    await run("prune audit trail");
    expect(numbers()).toHaveLength(old);
    app.time.jump(DAY_MS / 2 + 1);
    await app.core.audit.record(event);
    // Each transaction removes at most a thousand, and requests run before the next one.
    const removals = spyOn(app.core.db, "write");
    const turns = spyOn(app.time, "after");
    await run("prune audit trail");
    expect(await Promise.all(removals.mock.results.slice(0, 3).map(({ value }) => value))).toEqual([1_000, 1_000, 345]);
    expect(turns).toHaveBeenCalledTimes(3);
    removals.mockRestore();
    turns.mockRestore();
    expect(numbers()).toEqual([old + 1, old + 2]);
    expect(await verifyTrail(app.core.db)).toMatchObject({ isIntact: true, first: old + 1, entries: 2 });
    await run("prune audit trail");
    expect(numbers()).toHaveLength(2);
  });
});
