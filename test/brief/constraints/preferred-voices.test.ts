import { describe, expect, test } from "bun:test";
import { parseBrief } from "../../../src/brief/parse-brief.ts";
import { describeConstraint } from "../../../src/ranking/describe-constraint.ts";

function read(brief: string): { readonly wants: readonly string[]; readonly promises: readonly string[] } {
  const { wanted, constraints } = parseBrief({ query: brief, context: null });
  return { wants: wanted.map(({ name }) => name), promises: constraints.map((one) => describeConstraint(one)) };
}

describe("a voice that is the second half of an alternative", () => {
  test.each([
    "guitarra sola, o algo con voz de mujer",
    "solo guitar, or something with female vocals",
    "Klavier solo, oder etwas mit Frauenstimme",
    "piano seul, ou quelque chose avec une voix de femme",
    "chitarra sola, o qualcosa con voce femminile",
    "violão solo, ou algo com voz feminina",
  ])("in %p is a wish", (brief) => {
    const { wants, promises } = read(brief);
    expect(wants).toContain("female vocals");
    expect(promises).toEqual([]);
  });

  test.each([
    "male or female vocals",
    "a man's voice or a woman's voice",
    "female vocals, guitar or piano",
    "jazz or soul with a female singer",
    "canción con voz de mujer",
    "voz femenina o masculina",
  ])("in %p it is not, so vocals are a condition", (brief) => {
    expect(read(brief).promises).toEqual(["lead vocals"]);
  });
});

describe("a preferred kind of voice", () => {
  test.each([
    ["disco, female vocals preferred", "female vocals"],
    ["disco, ideally a male singer", "male vocals"],
    ["a female vocal would be great", "female vocals"],
    ["guitarra, voz, a ser posible femenina", "female vocals"],
    ["guitarra y voz, mejor masculina", "male vocals"],
    ["Gitarre, Gesang, möglichst weiblich", "female vocals"],
    ["une voix, si possible féminine", "female vocals"],
    ["una voce, se possibile femminile", "female vocals"],
    ["uma voz, de preferência masculina", "male vocals"],
    ["vocals, ideally female", "female vocals"],
  ])("in %p is %p", (brief, kind) => {
    expect(read(brief).wants).toContain(kind);
  });

  test.each(["sin voz, a ser posible guitarra", "guitarra, voz y piano", "no vocals, ideally piano"])(
    "is not in %p",
    (brief) => {
      const { wants } = read(brief);
      expect(wants.includes("female vocals") || wants.includes("male vocals")).toBeFalse();
    },
  );
});
