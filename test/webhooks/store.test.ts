import { afterEach, beforeEach, describe, expect, spyOn, test } from "bun:test";
import {
  attemptsOf,
  findDelivery,
  listDeliveries,
  recentAttempts,
  unattemptedDeliveries,
} from "../../src/webhooks/store.ts";
import { jobKeyOf } from "../../src/webhooks/delivery.ts";
import { hastenUnattempted } from "../../src/webhooks/hasten-unattempted.ts";
import { refusedWith, WebhookSetup } from "./setup.ts";
import { runNow } from "../../src/db/work.ts";
import { writeNow } from "../support/write-now.ts";

let setup: WebhookSetup;
beforeEach(() => {
  setup = new WebhookSetup();
});
afterEach(() => setup.close());

describe("the list of deliveries", () => {
  test("is sorted from newest to oldest, with a stable order for equal times", () => {
    const ids: string[] = [];
    for (let index = 0; index < 7; index += 1) {
      if (index % 3 === 0) setup.time.jump(1_000);
      ids.push(setup.deliver(`execution-${index}`));
    }
    const listed = (limit: number): readonly string[] =>
      runNow(listDeliveries(setup.db, { limit })).map((delivery) => delivery.id);
    expect(listed(10)).toEqual(ids.toReversed());
    expect(listed(3)).toEqual(ids.toReversed().slice(0, 3));
  });

  test("ends before the time of the filter, also after a newer delivery", () => {
    const [oldest = "", middle = "", newest = ""] = ["execution-1", "execution-2", "execution-3"].map((execution) => {
      setup.time.jump(1_000);
      return setup.deliver(execution);
    });
    const listed = (after: string, to: string): readonly string[] =>
      runNow(
        listDeliveries(setup.db, { after: setup.delivery(after), to: setup.delivery(to).createdAt, limit: 10 }),
      ).map(({ id }) => id);
    expect(listed(newest, middle)).toEqual([oldest]);
    expect(listed(middle, middle)).toEqual([oldest]);
    expect(listed(middle, newest)).toEqual([oldest]);
  });

  test("can be filtered by status, and has the outcome of the latest attempt", async () => {
    setup.results.push(
      { outcome: "gone", statusCode: 410, detail: "answered 410: moved" },
      { outcome: "delivered", statusCode: 200, detail: "answered 200" },
      refusedWith(503),
    );
    const failed = setup.deliver("a");
    const delivered = setup.deliver("b", "https://b.example/");
    const pending = setup.deliver("c", "https://c.example/");
    await setup.send();
    const untried = setup.deliver("d");
    const outcomes = runNow(listDeliveries(setup.db, { limit: 10 })).map(({ id, status, lastOutcome }) => [
      id,
      status,
      lastOutcome,
    ]);
    expect(outcomes).toEqual([
      [untried, "pending", null],
      [pending, "pending", "http_status"],
      [delivered, "delivered", "delivered"],
      [failed, "failed", "gone"],
    ]);
    expect(runNow(listDeliveries(setup.db, { status: "failed", limit: 10 }))).toMatchObject([
      { id: failed, lastOutcome: "gone", lastDetail: "answered 410: moved" },
    ]);
  });

  test.each([
    ["deliveries_by_creation", { limit: 10 }],
    ["deliveries_by_status", { limit: 10, status: "failed" }],
    ["deliveries_by_creation", { limit: 10, keyId: "key-1" }],
    ["deliveries_by_creation", { limit: 10, from: 1, to: 2 }],
    ["deliveries_by_status", { limit: 10, status: "failed", keyId: "key-1", from: 1 }],
  ] as const)("is read in order from %s", (index, filter) => {
    const prepare = spyOn(setup.db.sqlite, "prepare");
    runNow(listDeliveries(setup.db, filter));
    const [sql = ""] = prepare.mock.calls.map(([text]) => text);
    prepare.mockRestore();
    const plan = setup.db.sqlite.query<{ detail: string }, []>(`explain query plan ${sql}`).all();
    const steps = plan.map((row) => row.detail).join("\n");
    expect(steps).toContain(`INDEX ${index}`);
    expect(steps).not.toContain("TEMP B-TREE");
  });
});

describe("what a start reads", () => {
  test("is the latest attempt of each delivery, oldest first, without attempts that sent nothing", async () => {
    setup.results.push(refusedWith(500));
    setup.deliver("a", "https://a.example/");
    await setup.send();
    await setup.time.pass(5_000);
    setup.deliver("b", "https://b.example/");
    setup.deliver("gone", "https://gone.example/");
    setup.tamper("update executions set key_id = 'key-2' where id = 'gone'");
    await setup.time.runDue();
    setup.tamper("update delivery_attempts set outcome = 'vanished' where delivery_id = 'msg_gone'");
    setup.tamper(
      "insert into deliveries (id, execution_id, url, status, created_at) values ('untried', 'a', 'https://u.example/', 'pending', 9e15)",
    );
    expect(runNow(recentAttempts(setup.db, 10)).map(({ url }) => url)).toEqual([
      "https://a.example/",
      "https://b.example/",
    ]);
    expect(runNow(recentAttempts(setup.db, 1)).map(({ url }) => url)).toEqual(["https://b.example/"]);
  });

  test("is the pending deliveries without an attempt, oldest first", async () => {
    setup.results.push(refusedWith(500));
    setup.deliver("tried");
    await setup.send();
    setup.tamper("update jobs set state = 'ready', run_at = 9e15, finished_at = null");
    for (const [id, at] of [
      ["late", 3],
      ["early", 1],
      ["middle", 2],
    ] as const) {
      setup.tamper(
        `insert into deliveries (id, execution_id, url, status, created_at) values ('${id}', 'tried', 'https://u.example/', 'pending', ${at})`,
      );
    }
    expect(runNow(unattemptedDeliveries(setup.db, 2))).toEqual(["early", "middle"]);
  });

  test.each([
    ["deliveries_by_creation", () => runNow(recentAttempts(setup.db, 10))],
    ["deliveries_by_status", () => runNow(unattemptedDeliveries(setup.db, 10))],
  ] as const)("is read in order from %s", (index, read) => {
    const prepare = spyOn(setup.db.sqlite, "prepare");
    read();
    const [sql = ""] = prepare.mock.calls.map(([text]) => text);
    prepare.mockRestore();
    const plan = setup.db.sqlite.query<{ detail: string }, []>(`explain query plan ${sql}`).all();
    const steps = plan.map((row) => row.detail).join("\n");
    expect(steps).toContain(`INDEX ${index}`);
    expect(steps).not.toContain("TEMP B-TREE");
  });
});

test("a start makes deliveries without an attempt due, even if a wrong clock delayed them for years, and does not change retries", async () => {
  setup.results.push(refusedWith(500));
  const tried = setup.deliver("tried");
  await setup.send();
  const due = runNow(setup.queue.find(setup.db, jobKeyOf(tried)))?.runAt;
  const untried = setup.deliver("untried");
  setup.tamper(`update jobs set run_at = run_at + 3e11 where unique_key = '${jobKeyOf(untried)}'`);
  await hastenUnattempted(setup.db, setup.queue);
  expect(runNow(setup.queue.find(setup.db, jobKeyOf(untried)))?.runAt).toBe(setup.time.now());
  expect(runNow(setup.queue.find(setup.db, jobKeyOf(tried)))?.runAt).toBe(due);
});

test("deleting an execution deletes its delivery and the attempts", async () => {
  const id = setup.deliver();
  await setup.send();
  setup.tamper("delete from executions");
  expect(runNow(findDelivery(setup.db, id))).toBeNull();
  expect(runNow(attemptsOf(setup.db, id))).toEqual([]);
});

test("a delivery is not added if its transaction rolls back", async () => {
  await setup.send();
  setup.deliver("execution-1");
  await setup.time.runDue();
  expect(() =>
    writeNow(setup.db, () => {
      setup.db.sqlite.run("delete from executions");
      throw new Error("no");
    }),
  ).toThrow("no");
  expect(setup.sent.length).toBe(1);
  expect(runNow(findDelivery(setup.db, "msg_execution-1"))).not.toBeNull();
});
