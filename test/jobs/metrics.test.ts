import { expect, test } from "bun:test";
import { Registry } from "prom-client";
import { jobMetrics } from "../../src/jobs/metrics.ts";

test("a scrape counts the queue once, and each scrape anew", async () => {
  let scrapes = 0;
  const metrics = jobMetrics(() => {
    scrapes += 1;
    return Promise.resolve([
      { lane: "search", waiting: scrapes, scheduled: 2, running: 3, failed: 4, workMs: 5_000, oldestWaitMs: 6_000 },
    ]);
  });
  const registry = new Registry();
  for (const { collector } of metrics) registry.registerMetric(collector);
  const first = await registry.metrics();
  expect(scrapes).toBe(1);
  expect(first).toContain('needledrop_jobs{lane="search",state="waiting"} 1');
  expect(first).toContain('needledrop_jobs_expected_seconds{lane="search"} 5');
  expect(first).toContain('needledrop_jobs_oldest_wait_seconds{lane="search"} 6');
  expect(await registry.metrics()).toContain('needledrop_jobs{lane="search",state="waiting"} 2');
  expect(scrapes).toBe(2);
});

test("gauges that are read while the queue is counted share the count, and a count that failed is tried again", async () => {
  const counts: PromiseWithResolvers<[]>[] = [];
  const metrics = jobMetrics(() => {
    const count = Promise.withResolvers<[]>();
    counts.push(count);
    return count.promise;
  });
  const read: Promise<unknown>[] = [];
  for (const { collector } of metrics) {
    read.push(Promise.resolve(collector.get()));
    await Bun.sleep(0);
  }
  expect(counts).toHaveLength(1);
  counts[0]?.reject(new Error("the disk has an error"));
  expect((await Promise.allSettled(read)).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  const again = metrics[0]?.collector.get();
  counts[1]?.resolve([]);
  await again;
  expect(counts).toHaveLength(2);
});
