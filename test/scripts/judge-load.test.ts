import { describe, expect, test } from "bun:test";
import { failuresOf, growthOf, type Slice } from "../../scripts/bench/judge-load.ts";

const MS = { p50: 1, p95: 5, p99: 10, max: 20 };

function kind(statuses: Readonly<Record<string, number>>, ms = MS): Slice["kinds"][number] {
  return { name: "facets", sent: Object.values(statuses).reduce((sum, count) => sum + count, 0), statuses, ms };
}

function slice(changed: Partial<Slice> = {}): Slice {
  return { kinds: [kind({ 200: 100 })], memoryMb: 500, descriptors: 40, cpuShare: 0.4, ...changed };
}

describe("a run under load", () => {
  test.each([
    [{ 200: 900, 202: 100 }, []],
    [{ 200: 990, 429: 10 }, []],
    [{ 200: 989, 503: 11 }, ["facets: 11 of 1000 times 503"]],
    [{ 429: 1000 }, ["facets: 1000 of 1000 times 429"]],
    [{ 200: 999, 500: 1 }, ["facets: 1 of 1000 times 500"]],
    [{ 200: 999, "no answer": 1 }, ["facets: 1 of 1000 times no answer"]],
  ])("with the answers %j has these failures: %j", (statuses, expected) => {
    expect(failuresOf({ kinds: [kind(statuses)] })).toEqual(expected);
  });

  test("is flat if memory, descriptors and every p99 stay as in its second part", () => {
    const slower = kind({ 200: 100 }, { ...MS, p99: 121 });
    expect(growthOf([slice({ memoryMb: 100 }), slice(), slice({ memoryMb: 575, descriptors: 48 })])).toEqual([]);
    expect(growthOf([slice(), slice(), slice({ memoryMb: 576, descriptors: 49, kinds: [slower] })])).toEqual([
      "memory grew from 500 to 576 MB",
      "descriptors grew from 40 to 49",
      "facets: p99 grew from 10 to 121 ms",
    ]);
  });
});
