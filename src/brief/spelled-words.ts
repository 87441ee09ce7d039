import { once } from "../lib/once.ts";
import type { WordRank } from "./spelling.ts";
import { fold } from "../text/words.ts";
import { wordKey } from "../text/keys.ts";
import english from "../text/words/en.txt" with { type: "text" };
import negations from "./words/negations.txt" with { type: "text" };
import plainEnglish from "./words/plain-english.txt" with { type: "text" };
import keywords from "./words/keywords.txt" with { type: "text" };
import unrelated from "./words/unrelated.txt" with { type: "text" };

/** The phrases of a vocabulary, the most informative first: names of concepts, their aliases, scenes. */
export interface Phrases {
  readonly names: Iterable<string>;
  readonly aliases: Iterable<string>;
  readonly scenes: Iterable<string>;
}

/** Returns every correctly spelled word with its most informative rank. */
export function spelledWords({ names, aliases, scenes }: Phrases): Map<string, WordRank> {
  const known = new Map<string, WordRank>();
  const learn = (rank: WordRank, words: Iterable<string>): void => {
    for (const word of words) if (!known.has(word)) known.set(word, rank);
  };
  learn("keyword", wordsOfFile(keywords));
  for (const name of names) learn("name", [...partsOf(name), wordKey(name)]);
  for (const alias of aliases) learn("alias", [...partsOf(alias), wordKey(alias)]);
  learn("grammar", wordsOfFile(english));
  for (const phrase of scenes) learn("scene", [...partsOf(phrase), wordKey(phrase)]);
  learn("plain", plainWords());
  learn("plain", unrelatedWords());
  learn("grammar", wordsOfFile(negations.replace(/^(?!en ).*$/gm, "").replace(/^en \w+ \|/gm, "")).flatMap(partsOf));
  return known;
}

/** Whether the word is in the list of English words without a musical meaning. */
export function isPlainEnglish(word: string): boolean {
  return plainWords().has(word);
}

/** Whether the word has the same stem as a musical word but another meaning: "organic" and "organ". */
export function isUnrelated(word: string): boolean {
  return unrelatedWords().has(word);
}

const unrelatedWords = once(() => new Set(wordsOfFile(unrelated)));

const plainWords = once(() => new Set(wordsOfFile(plainEnglish)));

function partsOf(phrase: string): string[] {
  return fold(phrase)
    .replace(/['’]/g, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== "");
}

function wordsOfFile(file: string): string[] {
  return file
    .split("\n")
    .filter((line) => !line.startsWith("#"))
    .flatMap((line) => line.replace(/'/g, "").split(/\s+/))
    .filter((word) => word !== "");
}
