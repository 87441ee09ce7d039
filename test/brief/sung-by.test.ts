import { expect, test } from "bun:test";
import { parseBrief } from "../../src/brief/parse-brief.ts";

const LINES: readonly (readonly [line: string, wanted: readonly string[]])[] = [
  ["plutôt lent, chanté par un homme", ["slow", "male vocals"]],
  ["tempo modéré, voix grave d'homme", ["mid-tempo", "male vocals"]],
  ["un homme qui chante, doucement", ["male vocals", "soft"]],
  ["rythme lent, chantée par une femme", ["slow", "female vocals"]],
  ["allure vive, violon", ["fast", "violin"]],
  ["cadence lente, accordéon", ["slow", "accordion"]],
  ["langsam, von einem Mann gesungen", ["slow", "male vocals"]],
  ["eine Frau singt, Gitarre", ["female vocals", "guitar"]],
  ["cantado por un hombre, guitarra", ["male vocals", "guitar"]],
  ["cantata da una donna, chitarra", ["female vocals", "guitar"]],
  ["cantado por um homem, violão", ["male vocals"]],
  ["sleepy acoustic guitar", ["sleepy", "acoustic guitar"]],
  ["verschlafener Sonntag, Gitarre", ["sleepy", "guitar"]],
  ["guitare somnolente", ["sleepy", "guitar"]],
  ["guitarra somnolienta", ["sleepy", "guitar"]],
  ["chitarra sonnolenta", ["sleepy", "guitar"]],
  ["piano sonolento", ["sleepy", "piano"]],
];

test.each(LINES)("%s", (line, wanted) => {
  const names = new Set(parseBrief({ query: line, context: null }).wanted.map(({ name }) => name));
  expect(wanted.filter((name) => !names.has(name))).toEqual([]);
});
