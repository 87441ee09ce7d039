import { describe, expect, test } from "bun:test";
import { parseBrief } from "../../../src/brief/parse-brief.ts";

/** By language: what is less of a mood, what joins two parts, and what refuses vocals. */
const LANGUAGES = {
  en: [["not too fast", "not sad", "less busy", "never aggressive"], ["and", "but"], "without vocals"],
  de: [["nicht zu schnell", "nicht traurig", "weniger hektisch"], ["und", "aber"], "ohne Gesang"],
  fr: [["pas trop rapide", "pas triste", "moins agressif"], ["et", "mais"], "sans voix"],
  es: [["no muy rápido", "no triste", "menos agresivo"], ["y", "pero"], "sin voces"],
  it: [["non troppo veloce", "non triste", "meno aggressivo"], ["e", "ma"], "senza voce"],
  pt: [["não muito rápido", "não triste", "menos agressivo"], ["e", "mas"], "sem vocais"],
} as const;

const COMBINATIONS = Object.values(LANGUAGES).flatMap(([firsts, joints, second]) =>
  firsts.flatMap((first) => [
    ...joints.map((joint) => `${first} ${joint} ${second}`),
    `${first}, ${second}`,
    `${second}, ${first}`,
    `piano, ${first} ${joints[0]} ${second}`,
  ]),
);

const INSTRUMENTS = [
  "not too fast and without drums",
  "less strings and without drums",
  "nicht zu schnell und ohne Schlagzeug",
  "weniger Streicher und ohne Schlagzeug",
  "pas trop vite et sans batterie",
  "no muy rápido y sin batería",
  "non troppo veloce e senza batteria",
  "não muito rápido e sem bateria",
  "sem bateria, não muito rápido",
  "senza batteria, non troppo veloce",
  "sans batterie, rien de trop rapide",
];

function vocalsOf(query: string): readonly string[] {
  return parseBrief({ query, context: null }).constraints.flatMap((one) => (one.kind === "vocals" ? [one.want] : []));
}

describe("two refusals in one phrase", () => {
  test.each(COMBINATIONS)("do not cancel each other: %j", (query) => {
    expect(vocalsOf(query)).toEqual(["none"]);
  });

  test.each(INSTRUMENTS)("both count: %j", (query) => {
    const { wanted, constraints } = parseBrief({ query, context: null });
    expect(wanted.map(({ name }) => name)).not.toContain("drums");
    expect(constraints.flatMap((one) => (one.kind === "excluded" ? [one.name] : []))).toEqual(["drums"]);
  });

  test.each([
    ["not without drums", "drums"],
    ["it isn't Christmas without bells", "bell"],
    ["no scene ends without strings", "strings"],
    ["nicht ohne Schlagzeug", "drums"],
    ["pas sans batterie", "drums"],
    ["no sin batería", "drums"],
    ["non senza batteria", "drums"],
    ["não sem bateria", "drums"],
    ["sem bateria não vai", "drums"],
    ["senza batteria non si va", "drums"],
  ])("cancel each other if one refuses the other: %j", (query, name) => {
    expect(parseBrief({ query, context: null }).wanted.map((wish) => wish.name)).toContain(name);
  });
});
