import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { normalise, tokenise } from "../../src/text/tokens.ts";

describe("a normalised text", () => {
  test.each([
    ["piano != guitar", "piano not guitar"],
    ["piano!=guitar", "piano not guitar"],
    ["piano   !=   guitar", "piano not guitar"],
  ])("has words for operators: %j", (text, normal) => {
    expect(normalise(text)).toBe(normal);
  });

  test("is made in linear time of a text with many spaces", () => {
    const spaces = " ".repeat(200_000);
    const start = process.cpuUsage().user;
    expect(normalise(`a${spaces}b`)).toBe(`a${spaces}b`);
    expect((process.cpuUsage().user - start) / 1_000).toBeLessThan(1_000);
  });
});

test("the words of any text are those of the pattern that defines a word", () => {
  const unit = fc.constantFrom(...Array.from("ab9ÉéßΣ漢𝄞😀'’-–., \n\u0301\ud800"));
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 30 }), (text) => {
      const defined = [...text.matchAll(/[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{N}]+)*/gu)];
      expect(tokenise(text).map(({ start, end }) => [start, end])).toEqual(
        defined.map(({ index, 0: word }) => [index, index + word.length]),
      );
    }),
    { numRuns: 2_000 },
  );
});
