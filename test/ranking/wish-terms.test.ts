import { describe, expect, test } from "bun:test";
import { tagsNear } from "../../src/ranking/wish-terms.ts";
import { briefOf, indexOf, song } from "./support.ts";

const wishes = briefOf("calm").wanted;
const calm = indexOf([song({ id: "a", tags: { mood: ["calm"] } })]);
const both = indexOf([song({ id: "a", tags: { mood: ["calm", "peaceful"] } })]);

describe("the tags near the wishes of a brief", () => {
  test("are collected once for all rules", () => {
    expect(tagsNear(both, wishes, 0.5)).toBe(tagsNear(both, wishes, 0.5));
  });

  test("are those of the index and of the part that a rule needs", () => {
    const namesIn = (index: typeof calm, partMin: number): ReadonlySet<string | null> =>
      new Set([...tagsNear(index, wishes, partMin)].map((tag) => index.tagName(tag)));
    expect(namesIn(both, 0.1)).toEqual(new Set(["calm", "peaceful"]));
    expect(namesIn(both, 2)).toEqual(new Set(["calm"]));
    expect(namesIn(both, 0.1)).toEqual(new Set(["calm", "peaceful"]));
    expect(namesIn(calm, 0.1)).toEqual(new Set(["calm"]));
    expect(namesIn(both, 0.1)).toEqual(new Set(["calm", "peaceful"]));
  });
});
