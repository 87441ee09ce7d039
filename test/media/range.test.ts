import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { parseRange } from "../../src/media/range.ts";

const SIZE = 1_000;
const size = fc.integer({ min: 1, max: 1_000_000 });

describe("a range of bytes", () => {
  test.each([
    ["bytes=0-0", 0, 0],
    ["bytes=0-", 0, 999],
    ["bytes=999-", 999, 999],
    ["bytes=10-19", 10, 19],
    ["bytes=990-5000", 990, 999],
    ["bytes=-1", 999, 999],
    ["bytes=-5000", 0, 999],
    ["Bytes= 10-19 ", 10, 19],
    ["bytes=, ,10-19 ,", 10, 19],
    ["bytes=0-99999999999999999999999", 0, 999],
  ])("%p is bytes %i to %i", (header, first, last) => {
    expect(parseRange(header, SIZE)).toEqual({ kind: "part", first, last });
  });

  test.each([
    [null],
    [""],
    ["bytes"],
    ["bytes="],
    ["bytes=-"],
    ["bytes=5-2"],
    ["bytes=9007199254740993-9007199254740992"],
    ["bytes=0-1,5-9"],
    ["bytes=a-b"],
    ["bytes=1.5-2"],
    ["bytes=+1-2"],
    ["bytes=--1"],
    ["items=0-5"],
    ["0-5"],
    ["bytes=٣-٤"],
  ])("%p means the complete file", (header) => {
    expect(parseRange(header, SIZE)).toEqual({ kind: "complete" });
  });

  test.each([["bytes=1000-"], ["bytes=1000-2000"], ["bytes=-0"], ["bytes=99999999999999999999999-"]])(
    "%p is outside the file",
    (header) => {
      expect(parseRange(header, SIZE)).toEqual({ kind: "unsatisfiable" });
    },
  );

  test("an empty file has no first byte, and a suffix of it is the complete file", () => {
    expect(parseRange("bytes=0-", 0)).toEqual({ kind: "unsatisfiable" });
    expect(parseRange("bytes=-0", 0)).toEqual({ kind: "unsatisfiable" });
    expect(parseRange("bytes=-5", 0)).toEqual({ kind: "complete" });
  });

  test("equals slicing the file by the same numbers", () => {
    fc.assert(
      fc.property(size, fc.nat(1_200_000), fc.nat(1_200_000), (bytes, from, length) => {
        const range = parseRange(`bytes=${from}-${from + length}`, bytes);
        if (from >= bytes) return expect(range.kind).toBe("unsatisfiable");
        expect(range).toEqual({ kind: "part", first: from, last: Math.min(from + length, bytes - 1) });
      }),
    );
  });

  test("a suffix ends with the file and has at most the requested length", () => {
    fc.assert(
      fc.property(size, fc.integer({ min: 1, max: 1_200_000 }), (bytes, count) => {
        expect(parseRange(`bytes=-${count}`, bytes)).toEqual({
          kind: "part",
          first: bytes - Math.min(count, bytes),
          last: bytes - 1,
        });
      }),
    );
  });

  test("no header makes it throw or exceed the file", () => {
    const header = fc.oneof(fc.string(), fc.stringMatching(/^bytes=[0-9,\- ]{0,30}$/));
    fc.assert(
      fc.property(header, fc.nat(10_000), (text, bytes) => {
        const range = parseRange(text, bytes);
        if (range.kind !== "part") return;
        expect(range.first).toBeGreaterThanOrEqual(0);
        expect(range.last).toBeGreaterThanOrEqual(range.first);
        expect(range.last).toBeLessThan(bytes);
      }),
    );
  });
});
