import type { Facet } from "../../schema/song.ts";
import { once } from "../lib/once.ts";
import { isFunctionWord } from "../text/function-words.ts";
import { ENGLISH, NO_LANGUAGE } from "../text/language-set.ts";
import { type Lexeme, perLexeme } from "../text/lexeme.ts";
import { inflectedMeaning } from "./inflected-meaning.ts";
import { translated } from "./translated.ts";
import { unambiguousPhrases } from "./unambiguous-phrases.ts";
import type { Meaning, Vocabulary } from "./vocabulary.ts";
import { languagesOfWord } from "./word-languages.ts";

/** What a single word means, unless its sentence is in a foreign language. */
export interface WordMeanings {
  /** By the word itself, in English or as a foreign word that is understood in every brief. */
  readonly written: Meaning | undefined;
  readonly stemmed: Meaning | undefined;
  /** As an inflection of a word of the vocabulary; of use only without any other meaning. */
  readonly inflected: Meaning | undefined;
  /** The facet of the first concept by word, or else by stem. */
  readonly facet: Facet | null;
}

/** Returns what a word means. Kept with its lexeme, because texts have the same few thousand words. */
export function meaningsOf(lexeme: Lexeme, vocabulary: Vocabulary): WordMeanings {
  const known = byVocabulary().get(vocabulary);
  if (known !== undefined) return known(lexeme);
  const meanings = perLexeme((one) => findMeanings(one, vocabulary));
  byVocabulary().set(vocabulary, meanings);
  return meanings(lexeme);
}

const byVocabulary = once(() => new WeakMap<Vocabulary, (lexeme: Lexeme) => WordMeanings>());

/** Returns what a word means. */
function findMeanings({ word, stem }: Lexeme, vocabulary: Vocabulary): WordMeanings {
  const english = vocabulary.meaning(word, "");
  const stemmed = vocabulary.meaning("", stem);
  return {
    written: english ?? foreignMeaning(word, vocabulary),
    stemmed,
    inflected: isFunctionWord(word) ? undefined : inflectedMeaning(word, vocabulary),
    facet: (english ?? stemmed)?.concepts[0]?.facet ?? null,
  };
}

/** "Due to" has the same key as "dueto", but a word that English has is not read as foreign. */
function foreignMeaning(word: string, vocabulary: Vocabulary): Meaning | undefined {
  const translation = unambiguousPhrases().get(word);
  if (translation === undefined || (languagesOfWord(word) & ENGLISH) !== NO_LANGUAGE) return undefined;
  return translated(translation, vocabulary);
}
