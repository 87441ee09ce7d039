import { describe, expect, test } from "bun:test";
import { clearedTagValues } from "../../src/ranking/tag-values.ts";
import { indexOf, song } from "./support.ts";

const index = indexOf([song({ id: "s1", title: "harbour", tags: { genre: ["jazz", "rock"], mood: ["calm"] } })]);

describe("values of tags", () => {
  test("keep what was set until they are cleared", () => {
    const values = clearedTagValues(index);
    values.set(index.tag("jazz"), 0.5);
    values.set(index.tag("calm"), 0);
    expect([values.get(index.tag("jazz")), values.get(index.tag("calm"))]).toEqual([0.5, 0]);
    expect(values.has(index.tag("rock"))).toBe(false);
    expect(values.get(index.tag("rock"))).toBeNaN();
    const cleared = clearedTagValues(index);
    expect(cleared.has(index.tag("jazz"))).toBe(false);
    expect(cleared.get(index.tag("jazz"))).toBeNaN();
  });

  test("belong to tags only", () => {
    const values = clearedTagValues(index);
    const word = index.word("harbour");
    expect(word).toBeGreaterThanOrEqual(0);
    expect([values.isTag(word), values.isTag(-1), values.isTag(index.tag("rock"))]).toEqual([false, false, true]);
    expect([values.has(word), values.has(-1)]).toEqual([false, false]);
  });
});
