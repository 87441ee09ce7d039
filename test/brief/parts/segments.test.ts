import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { segmentsOf } from "../../../src/brief/parts/segments.ts";
import { tokenise } from "../../../src/text/tokens.ts";

function segmentTexts(text: string): string[] {
  return segmentsOf(text, tokenise(text)).map(({ start, end }) => text.slice(start, end).trim());
}

describe("the segments of a text", () => {
  test.each<[form: string, text: string, segments: readonly string[]]>([
    ["sentences", "She waits. Nobody comes! Why?", ["She waits.", "Nobody comes!", "Why?"]],
    ["quotations", '"Go." He goes… Then (quietly.) rain', ['"Go."', "He goes…", "Then (quietly.)", "rain"]],
    ["clauses", "slow; not sad: warm – with strings", ["slow;", "not sad:", "warm –", "with strings"]],
    ["lines of a list", "Wanted:\n- warm strings\n- no drums", ["Wanted:", "- warm strings", "- no drums"]],
    ["lines that end with CRLF", "INT. BARN\r\n\r\nA cow\r\n", ["INT.", "BARN", "A cow"]],
    ["rows of a table", "cue | length\n1m1 | 0:42\n", ["cue | length", "1m1 | 0:42"]],
    [
      "time codes and numbers",
      "00:01:12:05 door slams\n3:40 A.M. at 120.5 bpm",
      ["00:01:12:05 door slams", "3:40 A.M.", "at 120.5 bpm"],
    ],
    ["no punctuation", "only words", ["only words"]],
    ["nothing but punctuation", "… — !\n\n***", []],
  ])("are found in %s", (_form, text, segments) => {
    expect(segmentTexts(text)).toEqual([...segments]);
  });

  test("have at most 40 words, if the text has no punctuation", () => {
    const text = "word ".repeat(10_000);
    const segments = segmentsOf(text, tokenise(text));
    expect(segments).toHaveLength(250);
    expect(segments.every(({ tokens }) => tokens.length === 40)).toBe(true);
  });

  test.each([".", "\n", "\r\n", '."', " - ", ":", "…)", "-", "a", "a.a"])(
    "are found in linear time in 50,000 repetitions of %j",
    (piece) => {
      const text = `${piece.repeat(50_000)} end`;
      expect(segmentTexts(text).at(-1)).toEndWith("end");
    },
  );

  test("contain each word once, in order", () => {
    const piece = fc.constantFrom(
      "word",
      "Wort",
      ".",
      "...",
      ";",
      ":",
      " - ",
      "\n",
      "\r\n",
      " ",
      "'",
      '"',
      "|",
      "3:40",
      "é",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 300 }), (pieces) => {
        const text = pieces.join("");
        const tokens = tokenise(text);
        const segments = segmentsOf(text, tokens);
        expect(segments.flatMap((segment) => segment.tokens)).toEqual(tokens);
        for (const { start, end, tokens: words } of segments) {
          expect(words.every((word) => word.start >= start && word.end <= end)).toBe(true);
        }
      }),
    );
  });
});
