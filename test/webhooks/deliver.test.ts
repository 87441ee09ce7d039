import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { Webhook } from "standardwebhooks";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../src/lib/clock.ts";
import type { Post } from "../../src/webhooks/connector.ts";
import { jobKeyOf } from "../../src/webhooks/delivery.ts";
import { dueDeliveryOf, hostGuard } from "../../src/webhooks/host-guard.ts";
import type { AttemptResult } from "../../src/webhooks/attempt-result.ts";
import { attemptsOf, createDelivery } from "../../src/webhooks/store.ts";
import { refusedWith, SECRET, WebhookSetup } from "./setup.ts";
import type { SqliteServiceDb } from "../../src/db/sqlite-service-db.ts";
import { done, runNow } from "../../src/db/work.ts";
import { jobContext } from "../support/job-context.ts";

const TIMEOUT: AttemptResult = { outcome: "timeout", statusCode: null, detail: "no answer within 15 s" };

let setup: WebhookSetup;
beforeEach(() => {
  setup = new WebhookSetup();
});
afterEach(() => setup.close());

describe("a delivery", () => {
  test("sends the execution's document, signed with its key's secret, and is delivered", async () => {
    setup.time.jump(Date.now() - setup.time.now());
    const id = setup.deliver();
    await setup.send();
    const [message] = setup.sent;
    expect(message).toMatchObject({
      url: "https://hooks.example/callback",
      body: '{"result_of":"execution-1"}',
      headers: { "content-type": "application/vnd.api+json", "user-agent": "Needledrop/1.2.3", "webhook-id": id },
    });
    expect(new Webhook(SECRET).verify(message?.body ?? "", { ...message?.headers })).toEqual({
      result_of: "execution-1",
    });
    expect(setup.delivery(id)).toMatchObject({ status: "delivered", attempts: 1, finishedAt: setup.time.now() });
  });

  test("is sent as soon as its execution has finished, without waiting for a poll", async () => {
    await setup.send();
    const at = setup.time.now();
    setup.deliver();
    await setup.time.runDue();
    expect(setup.sent.map((message) => message.at)).toEqual([at]);
  });

  test("without a slot does not join the backlog if its snooze is rolled back", async () => {
    const hosts = hostGuard();
    const id = setup.deliver();
    const { url } = setup.delivery(id);
    const first = hosts.admit(dueDeliveryOf("first", url, "key-1"));
    const job = setup.job({ hosts });
    const context = jobContext(setup.time.now());
    const outcome = await job.run({ delivery_id: id }, context);
    expect(outcome).toMatchObject({ kind: "snooze" });
    const rolledBack = setup.db.write(function* (tx) {
      yield* outcome.record?.(tx) ?? [];
      throw new Error("the disk is full");
    });
    await expect(rolledBack).rejects.toThrow("the disk is full");
    if (first.kind === "admitted") first.release(20);
    expect(hosts.takeNext()).toBeNull();
  });

  test("without a slot is due at once if there is one when its snooze is committed", async () => {
    const hosts = hostGuard();
    const id = setup.deliver();
    const { url } = setup.delivery(id);
    const first = hosts.admit(dueDeliveryOf("first", url, "key-1"));
    const context = jobContext(setup.time.now());
    const outcome = await setup.job({ hosts }).run({ delivery_id: id }, context);
    if (first.kind === "admitted") first.release(20);
    setup.tamper(`update jobs set run_at = ${setup.time.now() + MINUTE_MS}`);
    await setup.db.write((tx) => outcome.record?.(tx) ?? done(undefined));
    expect(hosts.takeNext()).toBeNull();
    expect(runNow(setup.queue.find(setup.db, jobKeyOf(id)))?.runAt).toBe(setup.time.now());
  });

  test("takes no slot while a slow database reads it", async () => {
    const hosts = hostGuard();
    const id = setup.deliver();
    const { url } = setup.delivery(id);
    const answer = Promise.withResolvers<void>();
    const read: SqliteServiceDb["read"] = async (work) => {
      await answer.promise;
      return setup.db.read(work);
    };
    const db: SqliteServiceDb = Object.create(setup.db, { read: { value: read } });
    const context = jobContext(setup.time.now());
    const ended = setup.job({ hosts, db }).run({ delivery_id: id }, context);
    const other = hosts.admit(dueDeliveryOf("other", url, "key-1"));
    expect(other.kind).toBe("admitted");
    answer.resolve();
    expect(await ended).toMatchObject({ kind: "snooze" });
    expect(setup.sent).toEqual([]);
  });

  test("exists once per execution, even if the execution ends twice", async () => {
    const id = setup.deliver();
    const again = await setup.db.write((tx) =>
      createDelivery(tx, setup.queue, { executionId: "execution-1", url: "https://elsewhere.example/", now: 1 }),
    );
    await setup.send();
    expect(again).toBe(id);
    expect(setup.sent.map((message) => message.url)).toEqual(["https://hooks.example/callback"]);
  });

  test("records every attempt with its result", async () => {
    const slow = Promise.withResolvers<AttemptResult>();
    setup.results.push(refusedWith(503), slow.promise);
    const id = setup.deliver();
    const start = setup.time.now();
    await setup.send();
    await setup.time.pass(5 * SECOND_MS + 700);
    slow.resolve({ outcome: "delivered", statusCode: 204, detail: "answered 204" });
    await setup.time.runDue();
    expect(runNow(attemptsOf(setup.db, id))).toEqual([
      { number: 1, at: start, durationMs: 0, outcome: "http_status", statusCode: 503, detail: "answered 503" },
      { number: 2, at: start + 5_000, durationMs: 700, outcome: "delivered", statusCode: 204, detail: "answered 204" },
    ]);
  });
});

test("a document that this server cannot build in time costs no attempt and no wait of the schedule", async () => {
  const bodies: Promise<string>[] = [Promise.withResolvers<string>().promise, Promise.withResolvers<string>().promise];
  const id = setup.deliver();
  await setup.send({ bodyOf: () => bodies.shift() ?? "{}" });
  await setup.time.pass(21 * SECOND_MS);
  expect(setup.delivery(id)).toMatchObject({ status: "pending", attempts: 0 });
  await setup.time.pass(20 * SECOND_MS);
  expect(setup.sent).toHaveLength(1);
  expect(setup.delivery(id)).toMatchObject({ status: "delivered", attempts: 1 });
  expect(runNow(attemptsOf(setup.db, id))).toHaveLength(1);
});

describe("a delivery that is refused", () => {
  test("is retried after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 14 h, and then fails permanently", async () => {
    setup.results.push(...Array.from({ length: 20 }, () => refusedWith(500)));
    const id = setup.deliver();
    await setup.send();
    const waits: number[] = [];
    for (let next = runNow(setup.queue.find(setup.db, jobKeyOf(id))); next !== null;) {
      waits.push(next.runAt - setup.time.now());
      expect(setup.delivery(id)).toMatchObject({ status: "pending", attempts: waits.length, finishedAt: null });
      setup.time.jump(next.runAt - setup.time.now());
      await setup.time.runDue();
      next = runNow(setup.queue.find(setup.db, jobKeyOf(id)));
    }
    expect(waits).toEqual([
      5 * SECOND_MS,
      5 * MINUTE_MS,
      30 * MINUTE_MS,
      2 * HOUR_MS,
      5 * HOUR_MS,
      10 * HOUR_MS,
      14 * HOUR_MS,
    ]);
    expect(setup.delivery(id)).toMatchObject({ status: "failed", attempts: 8, finishedAt: setup.time.now() });
    expect(runNow(attemptsOf(setup.db, id)).length).toBe(8);
    setup.time.jump(DAY_MS);
    await setup.time.pass(MINUTE_MS);
    expect(setup.sent.length).toBe(8);
  });

  test("has the same webhook-id and a new signature on every attempt", async () => {
    setup.results.push(refusedWith(500));
    const id = setup.deliver();
    const start = setup.time.now();
    await setup.send();
    await setup.time.pass(5 * SECOND_MS);
    expect(setup.sent.map((message) => message.headers["webhook-id"])).toEqual([id, id]);
    const stamps = setup.sent.map((message) => Number(message.headers["webhook-timestamp"]));
    expect(stamps).toEqual([start / 1_000, start / 1_000 + 5]);
    expect(setup.sent[0]?.headers["webhook-signature"]).not.toBe(setup.sent[1]?.headers["webhook-signature"]);
  });

  test("sends the current document on every attempt", async () => {
    setup.results.push(refusedWith(500));
    setup.deliver();
    let version = 0;
    const bodyOf = (): string => String((version += 1));
    await setup.send({ bodyOf });
    await setup.time.pass(5 * SECOND_MS);
    expect(setup.sent.map((message) => message.body)).toEqual(["1", "2"]);
  });

  test.each(["timeout", "refused_address", "dns", "connect", "tls", "reset", "not_http"] as const)(
    "by %s is tried again",
    async (outcome) => {
      setup.results.push({ outcome, statusCode: null, detail: "no" });
      const id = setup.deliver();
      await setup.send();
      expect(setup.delivery(id).status).toBe("pending");
      await setup.time.pass(5 * SECOND_MS);
      expect(setup.delivery(id)).toMatchObject({ status: "delivered", attempts: 2 });
    },
  );

  test("with 410 fails immediately", async () => {
    setup.results.push({ outcome: "gone", statusCode: 410, detail: "answered 410" });
    const id = setup.deliver();
    await setup.send();
    expect(setup.delivery(id)).toMatchObject({ status: "failed", attempts: 1 });
    await setup.time.pass(10 * MINUTE_MS);
    expect(setup.sent.length).toBe(1);
  });
});

describe("a receiver that requests a wait", () => {
  const asking = (statusCode: number, retryAfter: string): AttemptResult => ({
    ...refusedWith(statusCode),
    retryAfter,
  });

  test.each([429, 503])("with %d and Retry-After is not tried again before", async (statusCode) => {
    setup.results.push(asking(statusCode, "90"));
    const id = setup.deliver();
    await setup.send();
    await setup.time.pass(89 * SECOND_MS);
    expect(setup.sent.length).toBe(1);
    await setup.time.pass(SECOND_MS);
    expect(setup.delivery(id)).toMatchObject({ status: "delivered", attempts: 2 });
  });

  test("of less than the schedule does not hasten the next attempt", async () => {
    setup.results.push(asking(503, "1"));
    setup.deliver();
    await setup.send();
    await setup.time.pass(4 * SECOND_MS);
    expect(setup.sent.length).toBe(1);
    await setup.time.pass(SECOND_MS);
    expect(setup.sent.length).toBe(2);
  });

  test("of years gets a day, and the eighth attempt is the last one", async () => {
    setup.results.push(...Array.from({ length: 8 }, () => asking(503, "999999999")));
    const id = setup.deliver();
    await setup.send();
    for (let next = runNow(setup.queue.find(setup.db, jobKeyOf(id))); next !== null;) {
      expect(next.runAt - setup.time.now()).toBe(DAY_MS);
      setup.time.jump(DAY_MS);
      await setup.time.runDue();
      next = runNow(setup.queue.find(setup.db, jobKeyOf(id)));
    }
    expect(setup.delivery(id)).toMatchObject({ status: "failed", attempts: 8 });
  });
});

describe("a clock that jumps during an attempt", () => {
  test.each([
    ["back", -10 * 365 * DAY_MS],
    ["forward", 10 * 365 * DAY_MS],
  ])("%s changes neither the duration that is recorded nor what is known of the receiver", async (_, jumpMs) => {
    const slow = Promise.withResolvers<AttemptResult>();
    setup.results.push(slow.promise);
    const id = setup.deliver();
    let skewMs = 0;
    const clock = { now: () => setup.time.now() + skewMs };
    await setup.send({ clock });
    await setup.time.pass(700);
    skewMs = jumpMs;
    slow.resolve(refusedWith(500));
    await setup.time.runDue();
    expect(runNow(attemptsOf(setup.db, id))).toMatchObject([{ durationMs: 700 }]);
    // A quick receiver has several slots; one whose attempt seems to take years has one.
    const ids = ["a", "b", "c"].map((name) => setup.deliver(name));
    setup.results.push(...ids.map(() => new Promise<AttemptResult>(() => undefined)));
    await setup.time.runDue();
    expect(setup.sent.length).toBe(4);
  });

  test("does not change the time of the signature, which is the clock's", async () => {
    setup.results.push(refusedWith(500));
    setup.deliver();
    let skewMs = 0;
    const clock = { now: () => setup.time.now() + skewMs };
    await setup.send({ clock });
    skewMs = -DAY_MS;
    await setup.time.pass(5 * SECOND_MS);
    const stamps = setup.sent.map((message) => Number(message.headers["webhook-timestamp"]));
    expect((stamps[1] ?? 0) - (stamps[0] ?? 0)).toBe(5 - DAY_MS / 1_000);
  });
});

describe("a delivery ends", () => {
  const silent = (): Promise<never> => new Promise(() => undefined);

  test.each(["bodyOf", "secretsOf"] as const)(
    "within ten seconds when %s never answers, and others go on",
    async (name) => {
      const id = setup.deliver("execution-1");
      const other = setup.deliver("execution-2", "https://elsewhere.example/");
      const answers = { bodyOf: () => "{}", secretsOf: () => [SECRET] };
      const answer = (executionId: string) => (executionId === "execution-1" ? silent() : answers[name]());
      await setup.send({ [name]: answer });
      await setup.time.pass(10 * SECOND_MS);
      expect(setup.reports.map((report) => report.ended).toSorted()).toEqual(["done", "snoozed"]);
      expect(setup.delivery(id)).toMatchObject({ status: "pending", attempts: 0 });
      expect(setup.delivery(other).status).toBe("delivered");
    },
  );

  test("after its attempts, if its message could not be built for a day", async () => {
    const id = setup.deliver();
    await setup.send({ bodyOf: silent });
    setup.time.jump(DAY_MS);
    await setup.time.pass(20 * SECOND_MS);
    await setup.time.pass(20 * SECOND_MS);
    expect(setup.reports.map((report) => report.ended)).toContain("retried");
    expect(setup.delivery(id).status).toBe("pending");
  });

  test("within twenty seconds, as a timeout, if its message is never sent", async () => {
    const id = setup.deliver();
    await setup.send({ post: silent });
    await setup.time.pass(20 * SECOND_MS);
    expect(runNow(attemptsOf(setup.db, id))).toMatchObject([{ outcome: "timeout", durationMs: 20_000 }]);
  });

  test("when the server stops, even while its document is built", async () => {
    const id = setup.deliver();
    const runner = setup.runner([setup.job({ bodyOf: silent })], { lanes: { webhook: 32 }, stopMs: SECOND_MS });
    await runner.start();
    await setup.time.runDue();
    const stopped = runner.stop();
    await setup.time.pass(SECOND_MS);
    await stopped;
    expect(setup.reports.map((report) => report.ended)).toEqual(["put_back"]);
    expect(setup.delivery(id)).toMatchObject({ status: "pending", attempts: 0 });
  });
});

test("a waiting delivery that cannot be woken does not change the result of the previous attempt", async () => {
  const slow = Promise.withResolvers<AttemptResult>();
  setup.results.push(slow.promise);
  const [first = "", second = ""] = ["a", "b"].map((name) => setup.deliver(name));
  const hasten = (): never => {
    throw new Error("disk full");
  };
  await setup.send({ queue: Object.create(setup.queue, { hasten: { value: hasten } }) });
  slow.resolve(refusedWith(500));
  await setup.time.runDue();
  expect(setup.delivery(first)).toMatchObject({ status: "pending", attempts: 1 });
  await setup.time.pass(MINUTE_MS);
  expect([first, second].map((id) => setup.delivery(id).status)).toEqual(["delivered", "delivered"]);
  expect(setup.lines.filter(({ message }) => message.includes("could not be woken"))).not.toEqual([]);
});

describe("a delivery without a message", () => {
  test("fails as `vanished` if its execution or key was deleted", async () => {
    const first = setup.deliver("execution-1");
    const second = setup.deliver("execution-2", "https://elsewhere.example/callback");
    await setup.send({
      bodyOf: (executionId) => (executionId === "execution-1" ? null : "{}"),
      secretsOf: (executionId) => (executionId === "execution-2" ? null : [SECRET]),
    });
    expect(setup.sent).toEqual([]);
    for (const id of [first, second]) {
      expect(setup.delivery(id)).toMatchObject({ status: "failed", attempts: 1 });
      expect(runNow(attemptsOf(setup.db, id))).toMatchObject([{ outcome: "vanished" }]);
    }
  });

  test("ends without an error if its row was deleted", async () => {
    setup.deliver();
    setup.tamper("delete from deliveries");
    await setup.send();
    expect(setup.sent).toEqual([]);
    expect(setup.reports.map((report) => report.ended)).toEqual(["done"]);
  });

  test("is retried if its document cannot be built, and fails in the end", async () => {
    const id = setup.deliver();
    await setup.send({ bodyOf: () => Promise.reject(new Error("no catalog")) });
    expect(setup.delivery(id).status).toBe("pending");
    setup.tamper("update jobs set attempt = 7, run_at = 0");
    await setup.time.pass(SECOND_MS);
    expect(setup.delivery(id).status).toBe("failed");
  });
});

describe("a receiver that hangs", () => {
  test("holds only its own slot, and waiting for it does not count as an attempt", async () => {
    const hanging = Promise.withResolvers<AttemptResult>();
    setup.results.push(hanging.promise);
    const slow = ["a", "b", "c", "d"].map((name) => setup.deliver(name, "https://slow.example/"));
    const quick = setup.deliver("e", "https://quick.example/");
    await setup.send();
    await setup.time.pass(10 * SECOND_MS);
    expect(setup.delivery(quick).status).toBe("delivered");
    expect(slow.map((id) => setup.delivery(id).attempts)).toEqual([0, 0, 0, 0]);
    expect(setup.sent.filter((message) => message.url.includes("slow")).length).toBe(1);
    hanging.resolve(TIMEOUT);
    await setup.time.pass(6 * SECOND_MS);
    expect(slow.map((id) => setup.delivery(id).status)).toEqual(["delivered", "delivered", "delivered", "delivered"]);
  });

  test("leaves slots to good hosts, with a long backlog for five hosts that hang", async () => {
    for (let index = 0; index < 100; index += 1) setup.deliver(`h${index}`, `https://hangs-${index % 5}.example/`);
    const first = setup.deliver("good", "https://good.example/");
    // Few enough slots that the five hosts would hold all of them if each could have four.
    await setup.runner([setup.job({ post: hangingPost() })], { lanes: { webhook: 16 } }).start();
    await setup.time.runDue();
    expect(setup.delivery(first).status).toBe("delivered");
    for (let second = 0; second < 40; second += 1) {
      const id = setup.deliver(`good-${second}`, "https://good.example/");
      await setup.time.runDue();
      expect([second, setup.delivery(id).status]).toEqual([second, "delivered"]);
      await setup.time.pass(SECOND_MS);
    }
  });

  test("does not wake its waiting deliveries too often", async () => {
    const count = 400;
    for (let index = 0; index < count; index += 1) setup.deliver(`h${index}`, "https://hangs.example/");
    await setup.send({ post: hangingPost() });
    await setup.time.pass(MINUTE_MS);
    setup.reports.length = 0;
    await setup.time.pass(MINUTE_MS);
    expect(setup.reports.length).toBeGreaterThan(0);
    expect(setup.reports.length).toBeLessThan(2 * count);
  });

  test("does not delay a stop: its attempt is aborted and put back, and does not count", async () => {
    setup.results.push(new Promise<AttemptResult>(() => undefined));
    const id = setup.deliver();
    const runner = setup.runner([setup.job()], { lanes: { webhook: 32 } });
    await runner.start();
    await setup.time.runDue();
    const stopped = runner.stop();
    await setup.time.pass(10 * SECOND_MS);
    await stopped;
    expect(setup.delivery(id)).toMatchObject({ status: "pending", attempts: 0 });
    await setup.send();
    expect(setup.delivery(id)).toMatchObject({ status: "delivered", attempts: 1 });
    expect(setup.sent.map((message) => message.headers["webhook-id"])).toEqual([id, id]);
  });
});

/** A network in which hosts whose name contains "hangs" reach the time limit and the others answer immediately. */
function hangingPost(): Post {
  return ({ url }, stop) =>
    new Promise((resolve, reject) => {
      if (!url.includes("hangs")) return resolve({ outcome: "delivered", statusCode: 200, detail: "answered 200" });
      const cancelTimer = setup.time.after(15 * SECOND_MS, () => resolve(TIMEOUT));
      stop.addEventListener("abort", () => {
        cancelTimer();
        reject(stop.reason);
      });
    });
}

test("every attempt is reported for metrics", async () => {
  const reported: string[] = [];
  setup.results.push(refusedWith(500));
  setup.deliver();
  await setup.send({ onAttempt: (outcome) => void reported.push(outcome) });
  await setup.time.pass(5 * SECOND_MS);
  expect(reported).toEqual(["http_status", "delivered"]);
});

test("a delivery that ended long ago is not sent again by an old job", async () => {
  const id = setup.deliver();
  await setup.send();
  setup.tamper("update jobs set state = 'ready', finished_at = null");
  await setup.time.pass(DAY_MS / 24);
  expect(setup.sent.length).toBe(1);
  expect(setup.delivery(id).attempts).toBe(1);
});
