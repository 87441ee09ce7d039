import { expect, test } from "bun:test";
import { isPeriodTag } from "../../src/text/period-tag.ts";

test.each(["80s", "80's", "1980s", "80s Pop", "late 60s", "Seventies rock", "twenties", "2010s", "noughties"])(
  "%j names a period",
  (tag) => expect(isPeriodTag(tag)).toBe(true),
);

test.each(["808", "90 bpm", "retro", "synthwave", "tense", "85s", "1999", ""])("%j names no period", (tag) =>
  expect(isPeriodTag(tag)).toBe(false),
);
