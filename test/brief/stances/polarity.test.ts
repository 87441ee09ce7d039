import { describe, expect, test } from "bun:test";
import { vocabulary } from "../../../src/brief/vocabulary.ts";
import { polarityFaults } from "./polarity-faults.ts";
import { OPEN, POLARITY_LINES, type PolarityForm, type PolarityLine } from "./polarity-lines.ts";

/** Lower this number when a line of `OPEN` passes. Never raise it. */
const OPEN_MAX = 5;

const LINES_MIN = { en: 130, de: 35, fr: 30, es: 30, it: 25, pt: 25 };
const WITHOUT_REFUSAL_MIN = 50;

function isOpen({ text }: PolarityLine, form: PolarityForm): boolean {
  return OPEN.some((open) => open.form === form && open.text === text);
}

describe.each(["query", "mail"] as const)("a client's line as %s", (form) => {
  test.each(
    POLARITY_LINES.filter((line) => !isOpen(line, form)).map((line) => [line.pattern, line.text, line] as const),
  )("%s: %s", (_pattern, _text, line) => {
    expect(polarityFaults(line, form)).toEqual([]);
  });
});

describe("the table of polarity", () => {
  test.each(Object.entries(LINES_MIN))("has enough lines in %s", (lang, least) => {
    expect(POLARITY_LINES.filter((line) => line.lang === lang).length).toBeGreaterThanOrEqual(least);
  });

  test("has enough lines without a refusal", () => {
    const without = POLARITY_LINES.filter(({ refused }) => refused.length === 0);
    expect(without.length).toBeGreaterThanOrEqual(WITHOUT_REFUSAL_MIN);
  });

  test("has no line twice", () => {
    expect(new Set(POLARITY_LINES.map(({ text }) => text)).size).toBe(POLARITY_LINES.length);
  });

  test("names concepts of the vocabulary", () => {
    const names = POLARITY_LINES.flatMap(({ wanted, refused, leftAlone }) => [...wanted, ...refused, ...leftAlone]);
    const unknown = names.filter((name) => name !== "vocals" && vocabulary().concept(name) === undefined);
    expect(unknown).toEqual([]);
  });
});

describe("the open lines", () => {
  test("are few", () => {
    expect(OPEN.length).toBeLessThanOrEqual(OPEN_MAX);
  });

  test.each(OPEN.map((open) => [open.text, open.form, open] as const))("%s (%s) still fails", (text, form) => {
    const line = POLARITY_LINES.find((one) => one.text === text);
    expect(line === undefined ? [] : polarityFaults(line, form)).not.toEqual([]);
  });
});
