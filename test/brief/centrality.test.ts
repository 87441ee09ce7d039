import { expect, test } from "bun:test";
import { centralityIn } from "../../src/brief/centrality.ts";
import { passageOf } from "../../src/brief/passage.ts";

const FILLER = Array.from({ length: 90 }, (_, at) => `word${at}`).join(" ");

/** Returns the centrality of each named word of a text, in the order of the text. */
function centralities(text: string, ...words: readonly string[]): readonly number[] {
  const passage = passageOf(text);
  const centralityOf = centralityIn(passage);
  return words.map((word) => centralityOf(passage.tokens.findIndex((token) => token.word === word)));
}

test("a wish in brackets of a long brief counts less than a remark, and a remark less than what is central", () => {
  const text = `${FILLER}. A remark on cello (with some oboe, and a harp) and then tuba. It must have brass! Then flute.`;
  expect(centralities(text, "cello", "oboe", "harp", "tuba", "brass", "flute")).toEqual([
    0.85, 0.7, 0.7, 0.85, 1, 0.85,
  ]);
});

test("the opening of a brief and all of a short one count in full", () => {
  expect(centralities(`cello ${FILLER}`, "cello")).toEqual([1]);
  expect(centralities("word (cello) word", "cello")).toEqual([1]);
});

test("the answer for a word does not depend on the words that were asked for before", () => {
  const text = `${FILLER}. One cello (or oboe). It must have brass.`;
  expect(centralities(text, "brass", "oboe", "cello")).toEqual([1, 0.7, 0.85]);
});
