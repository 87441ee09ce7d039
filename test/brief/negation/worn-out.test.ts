import { expect, test } from "bun:test";
import { parseBrief } from "../../../src/brief/parse-brief.ts";

/** What clients are tired of, and refuse without "no". */
const LINES: readonly (readonly [line: string, refused: readonly string[], wanted: readonly string[]])[] = [
  ["A warm cello. Tabla strictly not.", ["tabla"], ["warm", "cello"]],
  ["Warm strings. If I get sent one more ukulele I'm selling the camera.", ["ukulele"], ["warm", "strings"]],
  ["Low brass. Every temp so far has been epic.", ["epic"], ["low brass"]],
  ["Warm cello. I'd rather hear nothing at all than a pizzicato.", ["pizzicato"], ["warm", "cello"]],
  ["Sitar in every reference we got. Let us give it rest. A gentle harp.", ["sitar"], ["gentle", "harp"]],
  ["We tried surf guitar. It has had its day. Vibraphone please.", ["surf rock"], ["vibraphone"]],
  ["A gentle harp. I shouldn't object to an accordion.", [], ["gentle", "harp"]],
];

test.each(LINES)("%s", (line, refused, wanted) => {
  const brief = parseBrief({ query: line, context: null });
  const names = (wishes: typeof brief.wanted): ReadonlySet<string> => new Set(wishes.map(({ name }) => name));
  expect(refused.filter((name) => names(brief.wanted).has(name))).toEqual([]);
  expect(refused.filter((name) => !names(brief.avoided).has(name))).toEqual([]);
  expect(wanted.filter((name) => !names(brief.wanted).has(name))).toEqual([]);
  if (refused.length === 0) expect(brief.avoided).toEqual([]);
});
