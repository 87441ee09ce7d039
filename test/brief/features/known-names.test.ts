import { describe, expect, test } from "bun:test";
import { joinWords, UNKNOWN } from "../../../src/brief/features/feature-names.ts";
import { KnownNames } from "../../../src/brief/features/known-names.ts";
import { OpenNames } from "../../../scripts/train/open-names.ts";

const NAMES = ["left dark", "-1 attitude refuse 2", "attitude refuse 2", "in part", "dark", "opens with foo "];

describe("the names of a model's features", () => {
  const names = new KnownNames(NAMES);

  test("have the row of their place in the model", () => {
    expect(NAMES.map((name) => names.row(names.of(name)))).toEqual([0, 1, 2, 3, 4, 5]);
    expect(names.size).toBe(6);
  });

  test("can be put together word by word, or from the first word and the rest", () => {
    const attitude = joinWords(names, names.of("attitude"), "refuse 2");
    expect(names.row(attitude)).toBe(2);
    expect(names.row(names.join(names.of("-1"), attitude))).toBe(1);
    expect(names.row(joinWords(names, names.of("-1"), "attitude refuse 2"))).toBe(1);
    expect(names.row(names.join(names.of("left"), names.word("dark")))).toBe(0);
    expect(names.row(names.join(names.of("opens with foo"), names.word("")))).toBe(5);
  });

  test("have no row if they are only a part of names", () => {
    expect(names.of("left")).not.toBe(UNKNOWN);
    expect(names.row(names.of("left"))).toBe(UNKNOWN);
  });

  test("are unknown if the model does not have them, whatever they are joined with", () => {
    expect(names.word("bright")).toBe(UNKNOWN);
    expect(names.join(names.of("left"), names.word("bright"))).toBe(UNKNOWN);
    expect(names.join(names.word("bright"), names.of("dark"))).toBe(UNKNOWN);
    expect(names.join(names.of("dark"), names.of("left"))).toBe(UNKNOWN);
    expect(names.row(UNKNOWN)).toBe(UNKNOWN);
  });
});

test("the names of a fit are those that the features are put together from", () => {
  const names = new OpenNames();
  const attitude = joinWords(names, names.of("attitude"), "refuse 2");
  expect(names.nameOf(names.join(names.of("-1"), attitude))).toBe("-1 attitude refuse 2");
  expect(names.of("attitude refuse 2")).toBe(attitude);
});
