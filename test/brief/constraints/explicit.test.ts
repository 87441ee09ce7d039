import { describe, expect, test } from "bun:test";
import { parseBrief } from "../../../src/brief/parse-brief.ts";

/** Words for swearing and insults by language, with "without" before them. */
const PROFANE = {
  without: ["swearing", "insults", "profanity", "curse words", "vulgarity", "offensive language"],
  ohne: ["Schimpfwörter", "Beleidigungen", "Flüche", "Obszönitäten", "vulgäre Sprache"],
  sans: ["gros mots", "insultes", "jurons", "obscénités", "langage vulgaire"],
  sin: ["palabrotas", "insultos", "groserías", "obscenidades", "lenguaje ofensivo"],
  senza: ["parolacce", "insulti", "bestemmie", "oscenità", "linguaggio volgare"],
  sem: ["palavrões", "insultos", "xingamentos", "obscenidades", "linguagem ofensiva"],
} as const;

const REFUSED = Object.entries(PROFANE).flatMap(([without, words]) =>
  words.flatMap((word) => [`rap ${without} ${word}`, `${without} ${word}`, `salsa, ${without} ${word}`]),
);

function lyricsOf(query: string): readonly string[] {
  return parseBrief({ query, context: null }).constraints.flatMap(({ kind }) =>
    kind === "clean" || kind === "explicit" ? [kind] : [],
  );
}

describe("swear words and insults", () => {
  test.each(REFUSED)("ask for clean lyrics if they are refused: %j", (query) => {
    expect(lyricsOf(query)).toEqual(["clean"]);
  });

  test.each(Object.values(PROFANE).flat())("never ask for explicit lyrics: %j", (word) => {
    expect(lyricsOf(`rap, ${word}`)).toEqual([]);
    expect(lyricsOf(`sad piano after the ${word}`)).toEqual([]);
  });

  test.each([
    "she walks home without insults, piano",
    "A man walks without insults to the door. Slow piano.",
    "soft piano, they grow old without swearing",
    "a girl grows up without foul language, strings",
    "Ein Mann geht ohne Beleidigungen zur Tür. Langsames Klavier.",
    "ella camina sin insultos, piano",
    "elle rentre sans insultes, piano",
  ])("demand nothing in a story about people: %j", (query) => {
    expect(lyricsOf(query)).toEqual([]);
  });

  test.each([
    "she wants rap without insults",
    "my boss says no swearing, rap",
    "the client asks for no swearing",
    "rap music for her channel without insults",
    "pop for children without swearing",
    "for the family without swearing",
    "a man walks home. Rap, no insults",
    "a man walks home, no swearing please",
    "they can play it without swearing",
    "elle doit être sans gros mots",
    "il faut du rap sans insultes",
    "sans insultes",
    "rap, aucun gros mot",
    "pas un seul gros mot",
    "rap sin ninguna palabrota",
    "rap, nessuna parolaccia",
    "rap, swearing forbidden",
    "Schimpfwörter vermeiden",
    "no offensive lyrics",
    "non-explicit rap",
    "non explicit rap",
    "sie singt ohne Schimpfwörter, Pop",
  ])("are a demand where people are only named: %j", (query) => {
    expect(lyricsOf(query)).toEqual(["clean"]);
  });

  test("leave the demand for explicit lyrics as it is", () => {
    expect(lyricsOf("gritty rap with explicit lyrics")).toEqual(["explicit"]);
  });
});
