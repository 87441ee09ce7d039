import { expect, test } from "bun:test";
import { hostGuard } from "../../src/webhooks/host-guard.ts";

test("a host has so many places and no more, and gets one back when a delivery leaves", () => {
  const guard = hostGuard(2);
  const first = guard.enter("a.example");
  expect([first.kind, guard.enter("a.example").kind, guard.enter("a.example").kind]).toEqual([
    "entered",
    "entered",
    "full",
  ]);
  expect(guard.enter("b.example").kind).toBe("entered");
  if (first.kind === "entered") first.leave();
  expect(guard.enter("a.example").kind).toBe("entered");
});

test("those who are turned away come back one after the other, and within five seconds", () => {
  const guard = hostGuard(1);
  guard.enter("a.example");
  const waits = Array.from({ length: 1_000 }, () => guard.enter("a.example")).map((entry) =>
    entry.kind === "full" ? entry.waitMs : 0,
  );
  expect(waits.slice(0, 3)).toEqual([60, 70, 80]);
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  expect(waits.at(-1)).toBe(5_000);
});
