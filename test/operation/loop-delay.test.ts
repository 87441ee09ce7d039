import { expect, test } from "bun:test";
import { LoopDelay } from "../../src/operation/loop-delay.ts";
import { FakeTime } from "../jobs/fake-time.ts";

async function sumOf(delay: LoopDelay): Promise<{ readonly count: number; readonly sum: number }> {
  const values = await delay.metrics[0]?.collector.get();
  const one = (suffix: string): number =>
    values?.values.find((value) => "metricName" in value && String(value.metricName).endsWith(suffix))?.value ?? 0;
  return { count: one("_count"), sum: one("_sum") };
}

test("the delay of the event loop is how late timers fire, and nothing is measured after the stop", async () => {
  const time = new FakeTime();
  let lateMs = 0;
  const delay = new LoopDelay(time, { now: () => time.now() + lateMs });
  delay.start();
  await time.pass(1_000);
  expect(await sumOf(delay)).toEqual({ count: 10, sum: 0 });
  // The next timer was planned before the thread was busy for 300 ms.
  lateMs = 300;
  await time.pass(100);
  expect(await sumOf(delay)).toEqual({ count: 11, sum: 0.3 });
  await delay.stop();
  await time.pass(1_000);
  expect((await sumOf(delay)).count).toBe(11);
});
