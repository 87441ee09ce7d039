import { describe, expect, test } from "bun:test";
import { parseBrief } from "../../../src/brief/parse-brief.ts";
import { describeConstraint } from "../../../src/ranking/describe-constraint.ts";

function tempoOf(brief: string): readonly string[] {
  const { constraints } = parseBrief({ query: brief, context: null });
  return constraints.filter(({ kind }) => kind === "tempo").map((one) => describeConstraint(one));
}

describe("a tempo limit in a negated sentence", () => {
  test.each([
    ["Techno. Tempo bitte nicht unter 120", "at least 120 bpm"],
    ["Tempo darf nicht unter 100 fallen", "at least 100 bpm"],
    ["Tempo darf bitte nicht über 130 gehen", "at most 130 bpm"],
    ["techno, not below 120", "at least 120 bpm"],
    ["house, please nothing under 120", "at least 120 bpm"],
    ["house, nothing under 120 bpm please", "at least 120 bpm"],
    ["moody, nothing faster than 90", "at most 90 bpm"],
    ["techno, ne pas descendre sous 120", "at least 120 bpm"],
    ["techno, ne pas descendre en dessous de 120 bpm", "at least 120 bpm"],
    ["algo bailable, no menos de 120 bpm", "at least 120 bpm"],
    ["algo bailable, que no baje de 110", "at least 110 bpm"],
    ["musica dance, non sotto i 120", "at least 120 bpm"],
    ["música eletrônica, não abaixo de 120", "at least 120 bpm"],
    ["techno, under 120 bpm", "at most 120 bpm"],
    ["no drums, under 120 bpm", "at most 120 bpm"],
  ])("in %p is %p", (brief, tempo) => {
    expect(tempoOf(brief)).toEqual([tempo]);
  });

  test.each([
    "budget not over 120",
    "a room with not under 120 people",
    "no people under 30",
    "ein Raum mit nicht unter 120 Leuten",
  ])("is not read in %p", (brief) => {
    expect(tempoOf(brief)).toEqual([]);
  });
});

describe("counted beats", () => {
  test.each([
    ["salsa, entre 110 y 128 pulsaciones", "110 to 128 bpm"],
    ["tra 110 e 128 battute", "110 to 128 bpm"],
    ["entre 110 e 128 batidas", "110 to 128 bpm"],
    ["entre 110 et 128 battements", "110 to 128 bpm"],
    ["110 bis 128 Schläge", "110 to 128 bpm"],
    ["unas 120 pulsaciones", "114 to 126 bpm"],
    ["120 battements par minute", "118 to 122 bpm"],
  ])("of %p are %p", (brief, tempo) => {
    expect(tempoOf(brief)).toEqual([tempo]);
  });

  test.each(["il tema entra dopo 64 battute", "12 Schläge der Glocke"])("in %p are no tempo", (brief) => {
    expect(tempoOf(brief)).toEqual([]);
  });
});
