import { describe, expect, test } from "bun:test";
import { situations } from "../../../src/brief/situations/situation.ts";
import { vocabulary } from "../../../src/brief/vocabulary.ts";

describe("the situations", () => {
  test("are at least 150, each with a name of its own", () => {
    const names = situations().map(({ name }) => name);
    expect(names.length).toBeGreaterThanOrEqual(150);
    expect(new Set(names).size).toBe(names.length);
  });

  test.each(situations().map((situation) => [situation.name, situation] as const))(
    "%s wants and spoils concepts of the vocabulary, and no concept is both",
    (_name, { wants, wrong }) => {
      expect(wants.length).toBeGreaterThanOrEqual(7);
      expect(wrong.length).toBeGreaterThanOrEqual(5);
      const unknown = [...wants.map(({ name }) => name), ...wrong].filter(
        (name) => vocabulary().concept(name) === undefined,
      );
      expect(unknown).toEqual([]);
      expect(wants.filter(({ name }) => wrong.includes(name))).toEqual([]);
      expect(wants.every(({ weight }) => weight > 0 && weight <= 1)).toBe(true);
    },
  );
});
