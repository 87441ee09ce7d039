import { expect, test } from "bun:test";
import { parseBrief } from "../../../src/brief/parse-brief.ts";
import { describeConstraint } from "../../../src/ranking/describe-constraint.ts";

function keysOf(brief: string): readonly string[] {
  const { constraints } = parseBrief({ query: brief, context: null });
  return constraints.filter(({ kind }) => kind === "key").map((one) => describeConstraint(one));
}

test.each([
  ["Bitte instrumental, ruhig; Dur, modern", "in a major key"],
  ["Musik in Dur", "in a major key"],
  ["Bitte Dur, fröhlich und leicht", "in a major key"],
  ["Klavier, langsam, Moll", "in a minor key"],
])("the mode in %p is a constraint: %p", (brief, key) => {
  expect(keysOf(brief)).toEqual([key]);
});

test.each(["une musique : dur, moderne", "ein Klang zwischen Dur und Moll"])("%p states no mode", (brief) => {
  expect(keysOf(brief)).toEqual([]);
});

test.each(["Jazz, kein Ausblenden", "Jazz ohne Ausblende", "Bitte kein Fade-out", "jazz, no fade out"])(
  "%p refuses an end that fades",
  (brief) => {
    const { arcs } = parseBrief({ query: brief, context: null });
    expect(arcs?.map(({ shape, isRefused }) => ({ shape, isRefused }))).toEqual([
      { shape: "falling", isRefused: true },
    ]);
  },
);
