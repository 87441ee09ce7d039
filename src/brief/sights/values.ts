import { once } from "../../lib/once.ts";
import { wordKey } from "../../text/keys.ts";
import { dataLines, listed } from "../../text/data-lines.ts";
import valueLines from "../vocabulary/sights/values.txt" with { type: "text" };
import { type Condition, readCondition, type Statement } from "./condition.ts";

/** A longer entry of a description is a sentence and not a word for what is seen. */
const WORDS_MAX = 4;

interface Values {
  readonly byWord: ReadonlyMap<string, readonly Statement[]>;
  readonly vetoes: ReadonlyMap<string, readonly Condition[]>;
  readonly textWords: readonly ValueWords[];
}

/** Words for a value in the texts of songs. */
export interface ValueWords extends Statement {
  readonly words: readonly string[];
}

/** Each line defines a value: its statement | other words | conditions on measurements | words in texts of songs. */
const values = once((): Values => {
  const byWord = new Map<string, Statement[]>();
  const vetoes = new Map<string, readonly Condition[]>();
  const textWords: ValueWords[] = [];
  for (const line of dataLines(valueLines)) {
    const [said = "", words = "", veto = "", texts = ""] = line.split("|").map((part) => part.trim());
    const space = said.indexOf(" ");
    const meant = { about: said.slice(0, space), value: said.slice(space + 1) };
    if (veto !== "") vetoes.set(said, listed(veto).map(readCondition));
    if (texts !== "") textWords.push({ ...meant, words: listed(texts) });
    for (const word of new Set([meant.value, ...listed(words)].map(wordKey)))
      byWord.set(word, [...(byWord.get(word) ?? []), meant]);
  }
  return { byWord, vetoes, textWords };
});

/** Returns the value that the files of sights use for a name, or the name itself if they do not know it. */
export function valueOf(about: string, name: string): string {
  const known = values().byWord.get(wordKey(name)) ?? [];
  return known.find((one) => one.about === about)?.value ?? name;
}

/** Returns what an entry of a description states, as a whole or by its words. */
export function meaningOf(entry: string): readonly Statement[] {
  const parts = entry.split(/[\s-]+/).filter((part) => part !== "");
  if (parts.length === 0 || parts.length > WORDS_MAX) return [];
  const { byWord } = values();
  return byWord.get(wordKey(entry)) ?? parts.flatMap((part) => byWord.get(wordKey(part)) ?? []);
}

/** Returns conditions on measurements that must all hold for a statement to count. */
export function vetoesOf(about: string, value: string): readonly Condition[] {
  return values().vetoes.get(`${about} ${value}`) ?? [];
}

/** Returns the values with words to search for in the texts of songs. */
export function valuesWithWords(): readonly ValueWords[] {
  return values().textWords;
}

/** Whether the files of sights define the word. */
export function isValueWord(word: string): boolean {
  return values().byWord.has(wordKey(word));
}
