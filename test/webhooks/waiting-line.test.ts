import { expect, test } from "bun:test";
import { WaitingLine } from "../../src/webhooks/waiting-line.ts";

const always = (): boolean => true;
const visit = (deliveryId: string, endpoint = "a") => ({ deliveryId, endpoint });

test("a delivery is in the line once, and keeps its place", () => {
  const line = new WaitingLine();
  for (const id of ["one", "two", "one"]) expect(line.add(visit(id))).toBe(true);
  expect([line.take(always), line.take(always), line.take(always)]).toEqual([visit("one"), visit("two"), null]);
});

test("a delivery that is removed is not taken, and one that is not in the line cannot be", () => {
  const line = new WaitingLine();
  line.add(visit("one"));
  line.remove("one");
  line.remove("two");
  expect(line.take(always)).toBeNull();
});

test("a line holds 8,192 deliveries at most, and 1,024 of one endpoint", () => {
  const line = new WaitingLine();
  const added = (endpoint: string): number =>
    Array.from({ length: 1_100 }, (_, index) => line.add(visit(`${endpoint}-${index}`, endpoint))).filter(Boolean)
      .length;
  expect("abcdefghi".split("").map(added)).toEqual([1_024, 1_024, 1_024, 1_024, 1_024, 1_024, 1_024, 1_024, 0]);
});

test("every endpoint of a long line is looked at in its turn, a bounded number at a time", () => {
  const line = new WaitingLine();
  for (let index = 0; index < 600; index += 1) line.add(visit(`${index}`, `endpoint-${index}`));
  let looked = 0;
  const isLast = ({ deliveryId }: { readonly deliveryId: string }): boolean => {
    looked += 1;
    return deliveryId === "599";
  };
  expect([line.take(isLast), looked]).toEqual([null, 256]);
  expect(line.take(isLast)).toBeNull();
  expect(line.take(isLast)).toEqual(visit("599", "endpoint-599"));
});
