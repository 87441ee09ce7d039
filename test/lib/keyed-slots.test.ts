import { describe, expect, test } from "bun:test";
import { KeyedSlots } from "../../src/lib/keyed-slots.ts";

/** Returns how many slots an owner gets of those it asks for. */
function taken(slots: KeyedSlots, owner: string, wanted: number): number {
  return Array.from({ length: wanted }, () => slots.take(owner)).filter((release) => release !== null).length;
}

describe("slots", () => {
  test("are limited per owner and in total", () => {
    const slots = new KeyedSlots({ totalMax: 5, perOwnerMax: 3 });
    expect(["a", "b", "c"].map((owner) => taken(slots, owner, 4))).toEqual([3, 2, 0]);
  });

  test("of two owners that take all they can leave the reserved ones to the others, one each", () => {
    const slots = new KeyedSlots({ totalMax: 32, perOwnerMax: 16, reserved: 8 });
    expect(["a", "b"].map((owner) => taken(slots, owner, 20))).toEqual([16, 8]);
    const others = Array.from({ length: 9 }, (_, index) => taken(slots, `other ${index}`, 2));
    expect(others).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 0]);
  });

  test("that are released can be taken again", () => {
    const slots = new KeyedSlots({ totalMax: 3, perOwnerMax: 3, reserved: 1 });
    const release = slots.take("a");
    expect(taken(slots, "a", 2)).toBe(1);
    release?.();
    expect(taken(slots, "a", 2)).toBe(1);
  });
});
