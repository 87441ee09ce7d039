import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { Queue } from "../../src/jobs/queue.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../src/lib/clock.ts";
import type { AttemptResult } from "../../src/webhooks/attempt-result.ts";
import { type Replay, replayDelivery } from "../../src/webhooks/replay.ts";
import { attemptsOf } from "../../src/webhooks/store.ts";
import { refusedWith, WebhookSetup } from "./setup.ts";
import { runNow } from "../../src/db/work.ts";
import { writeNow } from "../support/write-now.ts";

let setup: WebhookSetup;
beforeEach(() => {
  setup = new WebhookSetup();
});
afterEach(() => setup.close());

function replay(id: string): Replay {
  return writeNow(setup.db, (tx) => runNow(replayDelivery(tx, setup.queue, id)));
}

describe("a replay", () => {
  test("of a delivered delivery sends it again, with the same webhook-id and the next number", async () => {
    const id = setup.deliver();
    await setup.send();
    expect(replay(id)).toBe("sent_again");
    expect(setup.delivery(id)).toMatchObject({ status: "pending", finishedAt: null });
    await setup.time.runDue();
    expect(setup.sent.map((message) => message.headers["webhook-id"])).toEqual([id, id]);
    expect(setup.delivery(id)).toMatchObject({ status: "delivered", attempts: 2 });
    expect(runNow(attemptsOf(setup.db, id)).map((attempt) => attempt.number)).toEqual([1, 2]);
  });

  test("of a failed delivery has the complete schedule", async () => {
    setup.results.push(
      { outcome: "gone", statusCode: 410, detail: "answered 410" },
      refusedWith(500),
      refusedWith(500),
    );
    const id = setup.deliver();
    await setup.send();
    expect(setup.delivery(id).status).toBe("failed");
    expect(replay(id)).toBe("sent_again");
    await setup.time.pass(5 * SECOND_MS);
    expect(setup.delivery(id)).toMatchObject({ status: "pending", attempts: 3 });
    await setup.time.pass(5 * MINUTE_MS);
    expect(setup.delivery(id)).toMatchObject({ status: "delivered", attempts: 4 });
  });

  test("of a waiting delivery makes its next attempt now and does not change the schedule", async () => {
    setup.results.push(refusedWith(500), refusedWith(500), refusedWith(500));
    const id = setup.deliver();
    await setup.send();
    await setup.time.pass(6 * SECOND_MS);
    expect(setup.sent.length).toBe(2);
    expect(replay(id)).toBe("hastened");
    await setup.time.runDue();
    expect(setup.sent.length).toBe(3);
    await setup.time.pass(30 * MINUTE_MS);
    expect(setup.sent.length).toBe(4);
  });

  test("of a delivery that is being sent changes nothing", async () => {
    const held = Promise.withResolvers<AttemptResult>();
    setup.results.push(held.promise);
    const id = setup.deliver();
    await setup.send();
    expect(replay(id)).toBe("under_way");
    held.resolve({ outcome: "delivered", statusCode: 200, detail: "answered 200" });
    await setup.time.pass(HOUR_MS / 60);
    expect(setup.sent.length).toBe(1);
  });

  test("of a pending delivery without a job adds a new job", async () => {
    const id = setup.deliver();
    setup.tamper("delete from jobs");
    await setup.send();
    expect(replay(id)).toBe("sent_again");
    await setup.time.runDue();
    expect(setup.delivery(id).status).toBe("delivered");
  });

  test("from another process is seen by the running server within a second", async () => {
    const id = setup.deliver();
    await setup.send();
    const command = setup.anotherConnection();
    expect(await command.write((tx) => replayDelivery(tx, new Queue(setup.time), id))).toBe("sent_again");
    await setup.time.pass(SECOND_MS);
    expect(setup.sent.length).toBe(2);
  });

  test("of a delivery that does not exist returns `unknown`", () => {
    expect(replay("msg_none")).toBe("unknown");
  });
});
