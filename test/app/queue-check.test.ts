import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { checkQueue } from "../../src/app/checks/queue.ts";
import { NOON, TestInstallation } from "./setup.ts";
import { sqliteOf } from "../support/sqlite-of.ts";

let installation: TestInstallation;
beforeEach(() => {
  installation = new TestInstallation();
});
afterEach(() => installation.remove());

async function add(lane: string, state: "ready" | "failed", runAt: number): Promise<void> {
  const core = await installation.open();
  const finishedAt = state === "failed" ? runAt : null;
  sqliteOf(core).sqlite.run(
    `insert into jobs (kind, lane, payload, state, run_at, scheduled_at, created_at, finished_at)
     values ('any', ?, '{}', ?, ?, ?, ?, ?)`,
    [lane, state, runAt, runAt, runAt, finishedAt],
  );
  await core.close();
}

describe("the doctor's check of the queue", () => {
  test("is not made without a database", async () => {
    expect(await checkQueue(installation.data, NOON)).toEqual([]);
  });

  test("counts jobs, and accepts short waits and long ones of background lanes", async () => {
    await add("search", "ready", NOON - 1_000);
    await add("media", "ready", NOON - 3_600_000);
    const [check] = await checkQueue(installation.data, NOON);
    expect(check?.status).toBe("ok");
    expect(check?.detail).toBe("jobs: 2 due, 0 running, 0 failed in the last week");
  });

  test("warns of a search that waits for more than a minute", async () => {
    await add("search", "ready", NOON - 90_000);
    const [check] = await checkQueue(installation.data, NOON);
    expect(check?.status).toBe("warn");
    expect(check?.detail).toEndWith("the oldest due job waits too long: search 90 s");
  });

  test("warns of failed jobs, with their lane", async () => {
    await add("webhook", "failed", NOON - 90_000);
    const [check] = await checkQueue(installation.data, NOON);
    expect(check?.status).toBe("warn");
    expect(check?.detail).toEndWith("1 failed in the last week: webhook 1");
  });
});
