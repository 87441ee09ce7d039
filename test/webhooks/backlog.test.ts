import { expect, test } from "bun:test";
import { Backlog } from "../../src/webhooks/backlog.ts";

const always = (): boolean => true;
const entry = (deliveryId: string, endpoint = "a") => ({ deliveryId, endpoint });

test("a delivery is in the backlog once, and its position does not change", () => {
  const backlog = new Backlog();
  for (const id of ["one", "two", "one"]) expect(backlog.add(entry(id))).toBe(true);
  expect([backlog.takeFirst(always), backlog.takeFirst(always), backlog.takeFirst(always)]).toEqual([
    entry("one"),
    entry("two"),
    null,
  ]);
});

test("a delivery that was removed is not taken, and removing an unknown one does nothing", () => {
  const backlog = new Backlog();
  backlog.add(entry("one"));
  backlog.remove("one");
  backlog.remove("two");
  expect(backlog.takeFirst(always)).toBeNull();
});

test("a backlog has at most 8,192 deliveries, and 1,024 of one endpoint", () => {
  const backlog = new Backlog();
  const added = (endpoint: string): number =>
    Array.from({ length: 1_100 }, (_, index) => backlog.add(entry(`${endpoint}-${index}`, endpoint))).filter(Boolean)
      .length;
  expect("abcdefghi".split("").map(added)).toEqual([1_024, 1_024, 1_024, 1_024, 1_024, 1_024, 1_024, 1_024, 0]);
});

test("one search checks a limited number of endpoints, and the next search checks the others", () => {
  const backlog = new Backlog();
  for (let index = 0; index < 600; index += 1) backlog.add(entry(`${index}`, `endpoint-${index}`));
  let checked = 0;
  const isLast = ({ deliveryId }: { readonly deliveryId: string }): boolean => {
    checked += 1;
    return deliveryId === "599";
  };
  expect([backlog.takeFirst(isLast), checked]).toEqual([null, 256]);
  expect(backlog.takeFirst(isLast)).toBeNull();
  expect(backlog.takeFirst(isLast)).toEqual(entry("599", "endpoint-599"));
});
