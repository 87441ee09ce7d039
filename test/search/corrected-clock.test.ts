import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { DAY_MS, HOUR_MS, SECOND_MS } from "../../src/lib/clock.ts";
import { executionCleaningDuty } from "../../src/search/clean.ts";
import { HttpApp } from "../support/http-app.ts";
import { SMALL_CATALOG } from "../support/small-catalog.ts";
import { sqliteOf } from "../support/sqlite-of.ts";

/** Turns of the event loop in which one cleaning must end. */
const TURNS_MAX = 1_000;
const YEARS_MS = 10 * 365 * DAY_MS;
const Result = Type.Object({
  data: Type.Object({ id: Type.String(), attributes: Type.Object({ completed_at: Type.Optional(Type.String()) }) }),
});

let app: HttpApp;
let token: string;

beforeEach(async () => {
  app = await HttpApp.create({ ...SMALL_CATALOG, settings: { "callback-allow": "127.0.0.1" } });
  token = app.key().token;
  await app.startJobs();
});

afterEach(() => app.close());

/** No server listens on the port. The webhook fails, which does not matter here. */
async function submit(): Promise<{ readonly status: number; readonly id: string }> {
  const response = await app.submit(token, { query: "a tense synth", callback_url: "https://127.0.0.1:9/x" });
  return { status: response.status, id: Value.Parse(Result, await response.json()).data.id };
}

async function search(): Promise<string> {
  const { status, id } = await submit();
  expect(status).toBe(202);
  await app.until(() => rows().every((row) => row.status !== "processing"));
  return id;
}

function rows(): readonly { readonly status: string; readonly finished_at: number }[] {
  return sqliteOf(app.core)
    .sqlite.query<{ status: string; finished_at: number }, []>(
      "select status, finished_at from executions order by rowid",
    )
    .all();
}

async function completedAt(id: string): Promise<number> {
  const document = await (await app.ask(`/v1/supervisor/search/${id}`, { token })).json();
  return Date.parse(Value.Parse(Result, document).data.attributes.completed_at ?? "");
}

/** As after the last attempt. */
function endDeliveries(): void {
  sqliteOf(app.core).sqlite.run("update deliveries set status = 'failed'");
}

async function clean(resultDays = 365): Promise<void> {
  const { db } = app.core;
  const duty = executionCleaningDuty({ db, clock: app.time, timer: app.time, resultDays });
  const cleaned = Promise.resolve(duty.run(new AbortController().signal));
  const ended = { is: false };
  void cleaned.finally(() => (ended.is = true));
  for (let turn = 0; !ended.is; turn += 1) {
    if (turn >= TURNS_MAX) throw new Error(`the cleaning did not end within ${TURNS_MAX} turns`);
    await app.time.pass(0);
  }
  await cleaned;
}

describe("a search that was answered while the clock was ahead", () => {
  beforeEach(async () => {
    app.time.jump(YEARS_MS);
    await search();
    app.time.jump(-YEARS_MS);
  });

  test("does not answer later searches: a new one runs, and is cached for 24 hours", async () => {
    await search();
    expect(rows()).toHaveLength(2);
    app.time.jump(24 * HOUR_MS - SECOND_MS);
    expect((await submit()).status).toBe(200);
    app.time.jump(2 * SECOND_MS);
    expect((await submit()).status).toBe(202);
  });

  test("is not shown instead of a later result", async () => {
    const id = await search();
    expect(await completedAt(id)).toBeLessThanOrEqual(app.time.now());
  });

  test("is deleted as superseded, and its successor is not", async () => {
    const id = await search();
    await clean();
    endDeliveries();
    app.time.jump(31 * DAY_MS);
    await clean();
    expect(rows()).toHaveLength(1);
    expect(await completedAt(id)).toBeLessThanOrEqual(app.time.now());
  });

  test("is deleted RESULT_DAYS after the correction, and does not answer a search until then", async () => {
    await clean(30);
    expect(rows()).toHaveLength(1);
    expect(rows()[0]?.finished_at).toBeLessThanOrEqual(app.time.now());
    expect((await submit()).status).toBe(202);
    await app.until(() => rows().every((row) => row.status !== "processing"));
    endDeliveries();
    app.time.jump(31 * DAY_MS);
    await clean(30);
    expect(rows()).toEqual([]);
  });
});

describe("a search that was answered before the clock was behind", () => {
  test.each([
    ["by months", 300 * DAY_MS],
    ["because it was never set", 56 * 365 * DAY_MS],
  ])("%s is kept, with its webhook", async (_, behindMs) => {
    const id = await search();
    app.time.setClockBy(-behindMs);
    await clean(30);
    app.time.setClockBy(behindMs);
    await clean(30);
    expect(rows()).toHaveLength(1);
    expect(app.time.now() - (await completedAt(id))).toBeLessThan(HOUR_MS);
    endDeliveries();
    await clean(30);
    expect(rows()).toHaveLength(1);
    app.time.jump(31 * DAY_MS);
    await clean(30);
    expect(rows()).toEqual([]);
  });
});

test("a search is kept while its webhook is still to be sent", async () => {
  await search();
  app.time.jump(31 * DAY_MS);
  await clean(30);
  expect(rows()).toHaveLength(1);
  endDeliveries();
  await clean(30);
  expect(rows()).toEqual([]);
});

test("a clock that is set back by a moment costs at most one search", async () => {
  await search();
  app.time.jump(-SECOND_MS);
  const { status } = await submit();
  expect([200, 202]).toContain(status);
  const searches = status === 202 ? 2 : 1;
  expect(rows()).toHaveLength(searches);
  app.time.jump(2 * SECOND_MS);
  await app.until(() => rows().every((row) => row.status !== "processing"));
  expect((await submit()).status).toBe(200);
  expect(rows()).toHaveLength(searches);
});
