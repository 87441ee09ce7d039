import { expect, test } from "bun:test";
import fc from "fast-check";
import { eachMatch, type RarePattern } from "../../../src/brief/constraints/recogniser.ts";
import { passageOf } from "../../../src/brief/passage.ts";

const RARE: RarePattern = {
  needs: /\d\d/gu,
  pattern: /(?<!\p{L})(?:(?:about|at most) )?(\d\d)(?: to (\d\d))?(?=\s*(?:$|[.,]| bpm)) ?(?:bpm)?/gu,
};

function found(text: string, searched: RegExp | RarePattern): readonly string[] {
  const matches: string[] = [];
  eachMatch(passageOf(text), searched, (match) => {
    matches.push(`${match.index} ${match[0]} ${match[1]} ${match[2]}`);
    return null;
  });
  return matches;
}

/** Pieces that join to matches, to halves of matches, and to stretches longer than the part that is searched at once. */
const pieces = fc.constantFrom("about ", "at most ", "90", "120", "95 to 99", " to ", " bpm", ".", ",", " ", "x", "\n");
const stretches = fc.constantFrom(" ".repeat(170), " word".repeat(40), "a".repeat(400), "z 90 ".repeat(30));

test("a rare pattern has the same matches near what it needs as in the entire text", () => {
  let all = 0;
  fc.assert(
    fc.property(fc.array(fc.oneof({ weight: 9, arbitrary: pieces }, stretches), { maxLength: 40 }), (parts) => {
      const text = parts.join("");
      const whole = found(text, RARE.pattern);
      all += whole.length;
      expect(found(text, RARE)).toEqual(whole);
    }),
    { numRuns: 200 },
  );
  expect(all).toBeGreaterThan(10);
});

test("a rare pattern does not take the end of the searched part for the end of the text", () => {
  expect(found(`90${" ".repeat(200)}people`, RARE)).toEqual([]);
  expect(found(`90${" ".repeat(200)}`, RARE)).toHaveLength(1);
});

test("a rare pattern does not end where a long word has a further number", () => {
  expect(found(`120${"a".repeat(400)}120 to `, RARE)).toEqual(found(`120${"a".repeat(400)}120 to `, RARE.pattern));
});
