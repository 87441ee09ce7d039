import { describe, expect, test } from "bun:test";
import { situations } from "../../../src/brief/situations/situation.ts";
import { vocabulary } from "../../../src/brief/vocabulary.ts";

describe("the situations", () => {
  test("are at least 150, each with a name of its own", () => {
    const names = situations().map(({ name }) => name);
    expect(names.length).toBeGreaterThanOrEqual(150);
    expect(new Set(names).size).toBe(names.length);
  });

  test("have a phrase for reasons, with an article or without one", () => {
    const phrases = new Map(situations().map(({ name, phrase }) => [name, phrase]));
    expect(new Set(phrases.values()).size).toBe(phrases.size);
    expect(
      ["funeral", "leaving home", "grief and loss", "descent into a cave", "soldier comes home", "Halloween"].map(
        (name) => phrases.get(name),
      ),
    ).toEqual([
      "the funeral",
      "leaving home",
      "grief and loss",
      "a descent into the dark",
      "a soldier's homecoming",
      "Halloween",
    ]);
  });

  test("have no article before an activity, a possessive or another article", () => {
    const activity =
      /^the (?:(?!waking|evening|morning|wedding|ticking|training|fishing|talking|cycling|swimming|nursing|missing|homesick|underwater|boxing|cooking)\w+ing\b|(?:baby|child|widower|soldier)'s\b|an? |the )/u;
    expect(
      situations()
        .map(({ phrase }) => phrase)
        .filter((phrase) => activity.test(phrase)),
    ).toEqual([]);
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
