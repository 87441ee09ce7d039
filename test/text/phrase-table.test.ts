import { expect, test } from "bun:test";
import fc from "fast-check";
import { phraseTable } from "../../src/text/phrase-table.ts";
import { tokenise } from "../../src/text/tokens.ts";

const TABLE = phraseTable(new Map(["no", "no more", "no more of that", "up to"].map((phrase) => [phrase, phrase])));

const longest = (text: string, at = 0): unknown => TABLE.longestAt(tokenise(text), at);

test("the longest phrase at a token is found, also after a longer beginning that does not end as a phrase", () => {
  expect(longest("no more of that")).toEqual({ value: "no more of that", to: 4 });
  expect(longest("no more of this")).toEqual({ value: "no more", to: 2 });
  expect(longest("please no", 1)).toEqual({ value: "no", to: 2 });
  expect(longest("up")).toBeNull();
  expect(longest("no", 5)).toBeNull();
});

test("a phrase ends at everything but spaces and hyphens", () => {
  expect(longest("no-more")).toEqual({ value: "no more", to: 2 });
  expect(longest("no, more")).toEqual({ value: "no", to: 1 });
  expect(longest("up. To")).toBeNull();
});

test("a table finds what a search for every phrase finds", () => {
  const words = fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(words), words, (phrases, text) => {
      const joined = phrases.map((phrase) => phrase.join(" "));
      const found = phraseTable(new Map(joined.map((phrase) => [phrase, phrase]))).longestAt(
        tokenise(text.join(" ")),
        0,
      );
      const expected = [4, 3, 2, 1].find(
        (count) => count <= text.length && joined.includes(text.slice(0, count).join(" ")),
      );
      expect(found?.to).toBe(expected);
    }),
  );
});
