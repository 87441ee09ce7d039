import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { importInto } from "../../src/app/change-catalog.ts";
import { checkClockJump } from "../../src/app/checks/clock.ts";
import { ClockGuard } from "../../src/app/clock-guard.ts";
import type { Core } from "../../src/app/core.ts";
import { DAY_MS, HOUR_MS } from "../../src/lib/clock.ts";
import { FakeTime } from "../jobs/fake-time.ts";
import { HttpApp } from "../support/http-app.ts";
import { TestInstallation } from "./setup.ts";
import { sqliteOf } from "../support/sqlite-of.ts";

const YEARS_MS = 10 * 365 * DAY_MS;

let installation: TestInstallation;
let core: Core;
let time: FakeTime;
beforeEach(async () => {
  installation = new TestInstallation();
  core = await installation.open();
  time = new FakeTime();
});
afterEach(() => installation.remove());

/** A server that starts now. */
function start(): Promise<ClockGuard> {
  return ClockGuard.start({ db: core.db, clock: time, stopwatch: { now: () => time.elapsed() }, log: core.log });
}

async function note(guard: ClockGuard): Promise<void> {
  await guard.duty().run(new AbortController().signal);
}

describe("a clock", () => {
  test("is trusted while it runs evenly, is set back, or is ahead by some hours", async () => {
    const guard = await start();
    for (const [runsMs, setByMs] of [
      [60 * DAY_MS, 0],
      [HOUR_MS, -YEARS_MS],
      [HOUR_MS, 20 * HOUR_MS],
    ] as const) {
      time.jump(runsMs);
      time.setClockBy(setByMs);
      expect(guard.isTrusted()).toBe(true);
    }
  });

  test("is not trusted after a jump ahead, until it is corrected", async () => {
    const guard = await start();
    time.setClockBy(YEARS_MS);
    time.jump(HOUR_MS);
    expect(guard.isTrusted()).toBe(false);
    time.jump(10 * HOUR_MS);
    expect(guard.isTrusted()).toBe(false);
    expect(guard.check()).toEqual({
      name: "clock",
      ok: true,
      detail: expect.stringContaining("3650 days ahead of the time until which the server ran") as string,
    });
    time.setClockBy(-YEARS_MS);
    expect(guard.isTrusted()).toBe(true);
  });

  test("is trusted again after a day, which restarts do not prolong", async () => {
    let guard = await start();
    await note(guard);
    time.setClockBy(30 * DAY_MS);
    for (let hours = 0; hours < 24; hours += 6) {
      guard = await start();
      expect(guard.isTrusted()).toBe(false);
      time.jump(6 * HOUR_MS);
      await note(guard);
    }
    expect(guard.isTrusted()).toBe(true);
    expect((await start()).isTrusted()).toBe(true);
  });

  test("that jumps again is not trusted for another day", async () => {
    const guard = await start();
    time.setClockBy(30 * DAY_MS);
    guard.isTrusted();
    time.jump(23 * HOUR_MS);
    guard.isTrusted();
    time.setClockBy(YEARS_MS);
    guard.isTrusted();
    time.jump(2 * HOUR_MS);
    expect(guard.isTrusted()).toBe(false);
    time.jump(DAY_MS);
    expect(guard.isTrusted()).toBe(true);
  });

  test("that was never set and is set now is trusted", async () => {
    time.setClockBy(-time.now());
    const guard = await start();
    time.setClockBy(YEARS_MS * 6);
    expect(guard.isTrusted()).toBe(true);
  });

  test("that is far ahead of the newest line of the audit trail is not trusted at the first start", async () => {
    installation.now = time.now();
    await core.audit.record({ actor: { kind: "server" }, action: "backup.written" });
    time.setClockBy(YEARS_MS);
    expect((await start()).isTrusted()).toBe(false);
    time.setClockBy(-YEARS_MS);
    expect((await start()).isTrusted()).toBe(true);
  });

  test("in doubt is a warning of the doctor", async () => {
    const guard = await start();
    await note(guard);
    expect(await checkClockJump(installation.data)).toEqual([]);
    time.setClockBy(YEARS_MS);
    await note(guard);
    const [check] = await checkClockJump(installation.data);
    expect(check).toMatchObject({ name: "clock", status: "warn" });
  });
});

test("an import removes no media while the clock is years ahead", async () => {
  const now = Date.now() + 2 * DAY_MS;
  installation.now = now;
  await note(await ClockGuard.start({ db: core.db, clock: core.clock, stopwatch: { now: () => 0 }, log: core.log }));
  const dump = installation.path("dump.jsonl");
  const importSongs = async (...ids: readonly string[]): Promise<void> => {
    const lines = ids.map((id) => JSON.stringify({ id, title: id, audio_files: [{ id: `f${id}`, wav: `${id}.wav` }] }));
    for (const id of ids) writeFileSync(installation.path(`${id}.wav`), `RIFF ${id}`);
    writeFileSync(dump, lines.join("\n"));
    const own = {
      paths: [dump],
      replace: true,
      dryRun: false,
      media: "copy",
      map: new Map(),
      reportPath: null,
    } as const;
    await importInto(core, { actor: { kind: "server" } }, { ...own, onProgress: null, signal: null });
  };
  const stored = async (): Promise<number> => {
    const names = await readdir(join(installation.data, "media"), { recursive: true });
    return names.filter((name) => name.endsWith(".wav")).length;
  };
  await importSongs("a", "b");
  installation.now = now + YEARS_MS;
  await importSongs("a");
  await importSongs("a", "c");
  expect(await stored()).toBe(3);
  installation.now = now;
  await importSongs("a");
  expect(await stored()).toBe(2);
});

describe("the sweeps of a server", () => {
  let app: HttpApp;
  beforeEach(async () => {
    app = await HttpApp.create();
  });
  afterEach(() => app.close());

  /** Runs all duties that are due within two hours, once. */
  async function runDuties(): Promise<void> {
    app.time.jump(2 * HOUR_MS);
    for (let turns = 0; turns < 5; turns += 1) await app.time.runDue();
  }

  test("delete nothing while the clock is years ahead", async () => {
    const { sqlite } = sqliteOf(app.core);
    const now = app.time.now();
    sqlite.run(
      `insert into executions (id, search_id, key_id, status, tier, asset_ids, callback_url, created_at, finished_at)
       values ('one', 'search', ?, 'completed', 'text', '[]', 'https://a.example', ?, ?)`,
      [app.key().key.id, now, now],
    );
    const results = sqlite.query("select count(*) as count from executions");
    const scheduler = app.services.background.find(({ name }) => name === "scheduler");
    await scheduler?.start();
    app.time.setClockBy(YEARS_MS);
    await runDuties();
    app.time.setClockBy(-YEARS_MS);
    await runDuties();
    expect(results.get()).toEqual({ count: 1 });
    app.time.jump(400 * DAY_MS);
    await runDuties();
    expect(results.get()).toEqual({ count: 0 });
    await scheduler?.stop();
  });
});
