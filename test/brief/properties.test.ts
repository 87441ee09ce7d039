/*
 * For every text:
 * 1. Reading never fails.
 * 2. The same text gives the same brief.
 * 3. Every stated wish, constraint and ignored passage quotes words of the text.
 * 4. Weights are above 0 and at most 1; words to avoid weigh down to -1.
 * 5. No concept is both wanted and avoided.
 * For English texts of one line without names and keys. Capitals mark names and the A of "A minor", and a small letter
 * after a line break can mean a wrapped line:
 * 6. Upper case changes no wish and no constraint.
 * 7. White space around the text changes nothing.
 * For every wish:
 * 8. "no X" avoids X and does not want it.
 * 9. The query's wishes stay wanted, whatever the context says.
 */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Brief } from "../../schema/brief.ts";
import { parseBrief } from "../../src/brief/parse-brief.ts";
import { normalise } from "../../src/text/tokens.ts";

const PHRASES = [
  "tense",
  "melancholic piano",
  "a car chase at night",
  "no drums",
  "without strings or brass",
  "calm but not sad",
  "not too happy",
  "less guitar",
  "rather warm than cold",
  "drum-free",
  "no vocals",
  "instrumental",
  "clean lyrics",
  "120 bpm",
  "under two minutes",
  "high energy",
  "released after 1999",
  "with stems",
  "80s synths",
  "jazz-inspired",
  "melancolic gitar",
  "we need this by Friday",
  "zqxv",
];
const FOREIGN = ["musica triste con chitarra", "ruhige Musik ohne Gesang"];
const NAMES = [
  "like Nina Zxqv",
  "in A minor",
  "only songs by Mira Holt",
  "from the playlist Night Drive",
  '"Blue Sky"',
];
const ODD = ["no", "not", "and", "or", "-", "+", "/", ":30", "İ", "ﬁ", "👍", "\ud83c", "\n", "ß", "’", "a", "128"];
/** Long enough for a story, which implies wishes. */
const LONG_STORY =
  "like Nina Zxqv, like Nina Zxqv, from the playlist Night Drive, like Nina Zxqv. a car chase at night - " +
  "we need this by Friday, like Nina Zxqv, from the playlist Night Drive, only songs by Mira Holt; like Nina Zxqv, ";
const WISHES = "tense happy calm dark sad jazz rock metal folk piano drums strings guitar slow fast choir".split(" ");

const joined = (parts: readonly string[], stops: readonly string[] = [", ", ". ", " ", "\n", "; ", " - "]) =>
  fc
    .array(fc.tuple(fc.constantFrom(...parts), fc.constantFrom(...stops)), { maxLength: 12 })
    .map((list) => list.flat().join(""));
const plainText = joined(PHRASES, [", ", ". ", "; ", " - "]);
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  joined([...ODD, ...PHRASES]),
  joined([...NAMES, ...FOREIGN, ...PHRASES]),
);

function read(query: string | null, context: string | null = null): Brief {
  return parseBrief({ query, context });
}

/** A text with single spaces instead of any white space, because reading joins wrapped lines. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}

/** What a brief means, without the client's words for it. */
function understood({ wanted, avoided, constraints }: Brief): unknown {
  const named = (wishes: Brief["wanted"]): unknown =>
    wishes.map(({ facet, name, weight }) => ({ facet, name, weight }));
  return [named(wanted), named(avoided), constraints.map((constraint) => ({ ...constraint, from: [] }))];
}

/** The same with weights that may differ a little: capitals are one cue among many for what part of a text a sentence is. */
function nearly(meaning: unknown): unknown {
  return JSON.parse(JSON.stringify(meaning), (key, value: unknown) =>
    key === "weight" && typeof value === "number" ? expect.closeTo(value, 1) : value,
  );
}

describe("reading a brief", () => {
  test("1, 2. never fails, and gives the same brief again", () => {
    fc.assert(
      fc.property(anyText, fc.option(anyText), (query, context) => {
        expect(read(query, context)).toEqual(read(query, context));
      }),
      { numRuns: 300 },
    );
  });

  test("3. quotes words of the text for all that is stated", () => {
    fc.assert(
      fc.property(anyText, (query) => {
        const { wanted, avoided, constraints, ignored } = read(query);
        const text = oneLine(normalise(query));
        // What a story implies names its situation.
        const stated = [...wanted, ...avoided].filter(({ isImplied }) => isImplied !== true);
        for (const quote of [...stated, ...constraints].flatMap(({ from }) => from).concat(ignored))
          expect(text).toContain(oneLine(quote));
        for (const wish of wanted) expect(wish.from.length).toBeGreaterThan(0);
      }),
      { numRuns: 300, examples: [[LONG_STORY]] },
    );
  });

  test("4, 5. keeps weights within bounds, and wants nothing that it avoids", () => {
    fc.assert(
      fc.property(anyText, fc.option(anyText), (query, context) => {
        const { wanted, avoided, text } = read(query, context);
        for (const { weight } of [...wanted, ...avoided]) expect(weight > 0 && weight <= 1).toBe(true);
        for (const { weight } of text) expect(weight >= -1 && weight <= 1).toBe(true);
        const names = new Set(wanted.map(({ name }) => name));
        expect(avoided.filter(({ name }) => names.has(name))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test("6, 7. does not depend on upper case or on white space around the text", () => {
    fc.assert(
      fc.property(plainText, fc.constantFrom(" ", "\n\n", "\t "), (query, space) => {
        expect(understood(read(query.toUpperCase()))).toEqual(nearly(understood(read(query))));
        expect(read(space + query + space)).toEqual(read(query));
      }),
      { numRuns: 300 },
    );
  });

  test("8. avoids what is negated", () => {
    fc.assert(
      fc.property(fc.constantFrom(...WISHES), plainText, (wish, text) => {
        const { wanted, avoided } = read(`No ${wish}. ${text}`);
        fc.pre(!read(text).wanted.some(({ name }) => name === wish));
        expect(avoided.map(({ name }) => name)).toContain(wish);
        expect(wanted.map(({ name }) => name)).not.toContain(wish);
      }),
      { numRuns: 200 },
    );
  });

  test("9. keeps what the query wants, whatever the context says", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.constantFrom(...WISHES), { minLength: 1, maxLength: 4 }),
        fc.array(fc.tuple(fc.constantFrom("no ", "not ", "less ", ""), fc.constantFrom(...WISHES)), { maxLength: 4 }),
        (wishes, context) => {
          const query = wishes.join(", ");
          const names = read(query, context.map((pair) => pair.join("")).join(", ")).wanted.map(({ name }) => name);
          expect(names).toEqual(expect.arrayContaining(read(query).wanted.map(({ name }) => name)));
        },
      ),
      { numRuns: 200 },
    );
  });
});
