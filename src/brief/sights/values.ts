import { once } from "../../lib/once.ts";
import { wordKey } from "../../text/keys.ts";
import { dataLines, listed } from "../../text/data-lines.ts";
import valueLines from "../vocabulary/sights/values.txt" with { type: "text" };
import { type Condition, readCondition, type Statement } from "./condition.ts";

/** An entry of a description that is longer is a sentence, and a sentence is no word for what is seen. */
const WORDS_MAX = 4;

interface Values {
  readonly byWord: ReadonlyMap<string, readonly Statement[]>;
  readonly vetoes: ReadonlyMap<string, readonly Condition[]>;
  readonly lookedFor: readonly ValueWords[];
}

/** Words that the texts of songs may have for what was seen. */
export interface ValueWords extends Statement {
  readonly words: readonly string[];
}

/** A line is a value: what it is about and its name | other words | what a measurement must show | words of texts. */
const values = once((): Values => {
  const byWord = new Map<string, Statement[]>();
  const vetoes = new Map<string, readonly Condition[]>();
  const lookedFor: ValueWords[] = [];
  for (const line of dataLines(valueLines)) {
    const [said = "", words = "", veto = "", texts = ""] = line.split("|").map((part) => part.trim());
    const space = said.indexOf(" ");
    const meant = { about: said.slice(0, space), value: said.slice(space + 1) };
    if (veto !== "") vetoes.set(said, listed(veto).map(readCondition));
    if (texts !== "") lookedFor.push({ ...meant, words: listed(texts) });
    for (const word of new Set([meant.value, ...listed(words)].map(wordKey)))
      byWord.set(word, [...(byWord.get(word) ?? []), meant]);
  }
  return { byWord, vetoes, lookedFor };
});

/** The value by which the files of sights know what an analysis calls so; a name that they do not know is left as it is. */
export function valueOf(about: string, name: string): string {
  const known = values().byWord.get(wordKey(name)) ?? [];
  return known.find((one) => one.about === about)?.value ?? name;
}

/** What a description's entry says: the whole of it, or any of its words. */
export function meaningOf(entry: string): readonly Statement[] {
  const parts = entry.split(/[\s-]+/).filter((part) => part !== "");
  if (parts.length === 0 || parts.length > WORDS_MAX) return [];
  const { byWord } = values();
  return byWord.get(wordKey(entry)) ?? parts.flatMap((part) => byWord.get(wordKey(part)) ?? []);
}

/** What measurements must show, all of it, or the statement is not believed. */
export function vetoesOf(about: string, value: string): readonly Condition[] {
  return values().vetoes.get(`${about} ${value}`) ?? [];
}

/** Every value whose words are worth looking for in the texts of songs. */
export function valuesLookedFor(): readonly ValueWords[] {
  return values().lookedFor;
}

/** Whether the files of sights know this word themselves. */
export function isValueWord(word: string): boolean {
  return values().byWord.has(wordKey(word));
}
