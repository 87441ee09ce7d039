import { expect, test } from "bun:test";
import { systemTimer } from "../../src/lib/timer.ts";
import type { Delivery } from "../../src/webhooks/delivery.ts";
import { messageBuilder } from "../../src/webhooks/build-message.ts";
import { FakeTime } from "../jobs/fake-time.ts";
import { SECRET } from "./setup.ts";

const NEVER = new AbortController().signal;
const deliveryOf = (executionId: string): Delivery => ({
  id: `msg_${executionId}`,
  executionId,
  url: "https://hooks.example/",
  status: "pending",
  attempts: 0,
  createdAt: 0,
  finishedAt: null,
});

test("documents of attempts that start together are built in separate turns of the event loop", async () => {
  let turn = 0;
  let isOver = false;
  const countTurn = (): void => {
    turn += 1;
    if (!isOver) setImmediate(countTurn);
  };
  countTurn();
  const turns: number[] = [];
  const bodyOf = (): string => {
    turns.push(turn);
    return "{}";
  };
  const deps = { clock: new FakeTime(), timer: systemTimer, version: "1.2.3", bodyOf, secretsOf: () => [SECRET] };
  const build = messageBuilder(deps);
  await Promise.all(["a", "b", "c", "d"].map((id) => build(deliveryOf(id), NEVER)));
  isOver = true;
  expect(new Set(turns).size).toBe(4);
});

test("a message is signed with the time when its body was built, not when it started to wait", async () => {
  const time = new FakeTime();
  const body = Promise.withResolvers<string>();
  const deps = { clock: time, timer: time, version: "1.2.3", bodyOf: () => body.promise, secretsOf: () => [SECRET] };
  const message = messageBuilder(deps)(deliveryOf("a"), NEVER);
  await time.pass(7_000);
  body.resolve("{}");
  expect(await message).toMatchObject({ at: time.now(), headers: { "webhook-timestamp": `${time.now() / 1_000}` } });
});
