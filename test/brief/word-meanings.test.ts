import { describe, expect, test } from "bun:test";
import { lexemeOf } from "../../src/text/lexeme.ts";
import { vocabulary, vocabularyWith } from "../../src/brief/vocabulary.ts";
import { meaningsOf } from "../../src/brief/word-meanings.ts";

const meanings = (word: string) => meaningsOf(lexemeOf(word), vocabulary());

describe("what a word means", () => {
  test("is what the vocabulary says of the word and of its stem", () => {
    const { written, stemmed, facet } = meanings("drums");
    expect(written).toBe(vocabulary().meaning("drums", ""));
    expect(stemmed).toBe(vocabulary().meaning("", "drum"));
    expect(facet).toBe("instrument");
  });

  test("can be that of a foreign word which English lacks, or of a word that it is derived from", () => {
    expect(meanings("saudade").written?.concepts.length).toBeGreaterThan(0);
    expect(meanings("darkish").inflected?.concepts[0]?.name).toBe("dark");
  });

  test("is nothing for grammar and for unknown words", () => {
    for (const word of ["the", "zqxv"])
      expect(meanings(word)).toMatchObject({ written: undefined, inflected: undefined, facet: null });
  });

  test("is kept apart for each vocabulary", () => {
    const own = vocabularyWith([{ term: "zqxv", facet: "genre", means: { rock: 0.9 } }]);
    expect(meaningsOf(lexemeOf("zqxv"), own).written?.concepts[0]?.name).toBe("zqxv");
    expect(meanings("zqxv").written).toBeUndefined();
  });
});
