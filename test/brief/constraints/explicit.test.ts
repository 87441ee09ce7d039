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

  test("leave the demand for explicit lyrics as it is", () => {
    expect(lyricsOf("gritty rap with explicit lyrics")).toEqual(["explicit"]);
  });
});
