import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { PART_KINDS, type TextParts } from "../../../src/brief/parts/part-kind.ts";
import { readingParts } from "../../../src/brief/parts/read-parts.ts";
import { segmentsOf } from "../../../src/brief/parts/segments.ts";
import { passageOf } from "../../../src/brief/passage.ts";
import { parseBrief } from "../../../src/brief/parse-brief.ts";
import { vocabulary } from "../../../src/brief/vocabulary.ts";
import { runSteps } from "../../../src/lib/steps.ts";
import { normalise, tokenise } from "../../../src/text/tokens.ts";

const WORDS = ["rain", "strings", "no", "drums", "she", "runs", "thanks", "Friday", "techno", "INT", "3:40", "zqxv"];
const STOPS = [" ", " ", ". ", ", ", "\n", ": ", "\r\n", " - ", "? "];
const texts = (minLength: number, maxLength: number) =>
  fc
    .array(fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(...STOPS)), { minLength, maxLength })
    .map((pairs) => pairs.flat().join(""));

function partsOf(text: string): TextParts | null {
  return runSteps(readingParts(passageOf(text), vocabulary()));
}

describe("the parts of a text", () => {
  test("have a chance of each kind, which add up to 1, and are the same for the same text", () => {
    fc.assert(
      fc.property(texts(40, 200), (text) => {
        const parts = partsOf(text);
        for (const { chances } of parts?.parts ?? []) {
          const all = PART_KINDS.map((kind) => chances[kind]);
          expect(all.every((chance) => chance >= 0 && chance <= 1)).toBe(true);
          expect(all.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 9);
        }
        expect(parts?.byToken).toHaveLength(tokenise(normalise(text)).length);
        expect(partsOf(text)).toEqual(parts);
      }),
      { numRuns: 50 },
    );
  });

  test("are null for a text of fewer than 40 words", () => {
    fc.assert(
      fc.property(texts(0, 60), (text) => {
        const isShort = tokenise(normalise(text)).length < 40;
        expect(partsOf(text) === null).toBe(isShort);
        expect(parseBrief({ query: null, context: text }).parts === undefined).toBe(isShort);
      }),
      { numRuns: 50 },
    );
  });

  test("are read with a step for each segment", () => {
    const text = "The rain falls on the barn. ".repeat(200);
    const tokens = tokenise(text);
    const steps = readingParts(passageOf(text), vocabulary());
    let count = 0;
    while (steps.next().done !== true) count++;
    expect(count).toBeGreaterThanOrEqual(segmentsOf(text, tokens).length);
  });

  test("call a list of musical terms a direction, whatever surrounds it", () => {
    const story = "She opens the door and looks at the old man who stands in the rain. ".repeat(4);
    const text = `${story}Slow melancholic cello, felt piano. ${story}`;
    const list = partsOf(text)?.parts.find(({ start, end }) => text.slice(start, end).includes("cello"));
    expect(list?.chances.direction).toBeGreaterThanOrEqual(0.74);
  });
});
