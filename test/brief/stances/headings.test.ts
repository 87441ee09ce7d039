import { describe, expect, test } from "bun:test";
import { passageOf } from "../../../src/brief/passage.ts";
import { headingsOf } from "../../../src/brief/stances/headings.ts";

/** The headings of a word, each as its kind and its words. */
function above(word: string, text: string): readonly string[] {
  const passage = passageOf(text);
  const at = passage.tokens.findIndex((token) => token.word === word);
  expect(at).toBeGreaterThanOrEqual(0);
  return (headingsOf(passage)[at] ?? []).map(
    ({ kind, from, to }) =>
      `${kind}: ${passage.tokens
        .slice(from, to)
        .map((token) => token.word)
        .join(" ")}`,
  );
}

describe("headingsOf", () => {
  test.each([
    ["a label on the line", "claps", "Avoid: ukulele, claps", ["label: avoid"]],
    ["a label of an earlier sentence", "strings", "Please no: claps / drums. Dark strings.", ["line: please no"]],
    ["a label before an arrow", "trap", "NO → rock, trap", ["label: no"]],
    [
      "a heading above bullets",
      "claps",
      "What we closed the door on\n- ukulele\n- claps",
      ["block: what we closed the door on"],
    ],
    ["a heading with a colon above plain lines", "claps", "Not wanted:\nukulele\nclaps", ["block: not wanted"]],
    ["a heading, a blank line and bullets", "claps", "Pas de son\n\n- claps", ["block: pas de son"]],
    ["a label below a heading", "claps", "Sound\n- never: claps", ["label: never", "block: sound"]],
    ["a column of a table", "claps", "scene | want | not\nlab | marimba | claps", ["column: not"]],
  ])("finds %s", (_name, word, text, expected) => {
    expect(above(word, text).toSorted()).toEqual(expected.toSorted());
  });

  test.each([
    ["a sentence before a line", "claps", "We met on Monday and talked about the music of the film.\nclaps"],
    [
      "a heading before a blank line and a paragraph",
      "claps",
      "Not wanted:\nukulele\n\nThe film begins with claps in a hall.",
    ],
    ["a colon far into a line", "claps", "The last thing that I wanted to say to you is this: claps"],
    ["the first row of a table", "claps", "scene | claps | not"],
  ])("does not take %s for a heading", (_name, word, text) => {
    expect(above(word, text)).toEqual([]);
  });
});
