import { describe, expect, test } from "bun:test";
import { MINUTE_MS } from "../../src/lib/clock.ts";
import { type Entry, type HostGuard, hostGuard } from "../../src/webhooks/host-guard.ts";

const NOW = Date.UTC(2026, 0, 5);

/** Enters, and leaves after a try that took so long. */
function tryOnce(guard: HostGuard, host: string, tookMs: number | null): void {
  const entry = guard.enter(host, NOW);
  if (entry.kind === "entered") entry.leave(tookMs);
}

function enterAll(guard: HostGuard, hosts: readonly string[]): readonly Entry["kind"][] {
  return hosts.map((host) => guard.enter(host, NOW).kind);
}

describe("a host", () => {
  test("that is quick has four places and no more, and gets one back when a delivery leaves", () => {
    const guard = hostGuard();
    tryOnce(guard, "a.example", 20);
    const first = guard.enter("a.example", NOW);
    expect(enterAll(guard, ["a.example", "a.example", "a.example", "a.example"])).toEqual([
      "entered",
      "entered",
      "entered",
      "full",
    ]);
    expect(guard.enter("b.example", NOW).kind).toBe("entered");
    if (first.kind === "entered") first.leave(20);
    expect(guard.enter("a.example", NOW).kind).toBe("entered");
  });

  test.each([
    ["new", null],
    ["slow", 15_000],
  ])("that is %s has one place", (_, tookMs) => {
    const guard = hostGuard();
    tryOnce(guard, "a.example", tookMs);
    expect(enterAll(guard, ["a.example", "a.example"])).toEqual(["entered", "full"]);
  });

  test("that was slow is quick again after one quick try", () => {
    const guard = hostGuard();
    tryOnce(guard, "a.example", 15_000);
    tryOnce(guard, "a.example", 20);
    expect(enterAll(guard, ["a.example", "a.example"])).toEqual(["entered", "entered"]);
  });
});

describe("all hosts together", () => {
  const names = Array.from({ length: 20 }, (_, index) => `host-${index}.example`);

  test("that are slow have four places, that are new have eight, and a quick one finds its own beside them", () => {
    const guard = hostGuard();
    for (const host of names) tryOnce(guard, host, 15_000);
    tryOnce(guard, "quick.example", 20);
    expect(enterAll(guard, names).filter((kind) => kind === "entered")).toHaveLength(4);
    const unknown = names.map((name) => `new-${name}`);
    expect(enterAll(guard, unknown).filter((kind) => kind === "entered")).toHaveLength(8);
    expect(guard.enter("quick.example", NOW).kind).toBe("entered");
  });
});

describe("those who are turned away", () => {
  const waits = (guard: HostGuard, count: number): readonly number[] =>
    Array.from({ length: count }, () => guard.enter("a.example", NOW)).map((entry) =>
      entry.kind === "full" ? entry.waitMs : 0,
    );

  test("come back one after the other, soon where they are few", () => {
    const guard = hostGuard();
    guard.enter("a.example", NOW);
    expect(waits(guard, 3)).toEqual([50, 60, 70]);
  });

  test("are many: they come back within a minute, and never in a rush", () => {
    const guard = hostGuard();
    guard.enter("a.example", NOW);
    const all = waits(guard, 20_000);
    expect(Math.max(...all)).toBeLessThanOrEqual(MINUTE_MS);
    const perSecond = Map.groupBy(all, (wait) => Math.floor(wait / 1_000));
    expect(Math.max(...[...perSecond.values()].map((group) => group.length))).toBeLessThan(650);
  });
});

test("hosts are not remembered without bound", () => {
  const guard = hostGuard();
  tryOnce(guard, "first.example", 20);
  for (let index = 0; index < 10_000; index += 1) tryOnce(guard, `host-${index}.example`, 20);
  expect(enterAll(guard, ["first.example", "first.example"])).toEqual(["entered", "full"]);
});
