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
