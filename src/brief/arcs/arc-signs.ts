import { once } from "../../lib/once.ts";
import { dataLines, listed } from "../../text/data-lines.ts";
import { ENGLISH, FOREIGN, type Language, type LanguageSet, NO_LANGUAGE, only } from "../../text/language-set.ts";
import { type PhraseTable, phraseTable } from "../../text/phrase-table.ts";
import type { Token } from "../../text/tokens.ts";
import { phraseKey } from "../attitudes.ts";
import { languagesOf } from "../word-languages.ts";
import arcs from "../words/arcs.txt" with { type: "text" };

/** What a phrase says about the development of a track; see words/arcs.txt. */
export const ARC_SIGNS = [
  "rising",
  "falling",
  "arch",
  "steady",
  "stop",
  "hit",
  "begin",
  "from",
  "middle",
  "end",
  "turn",
  "small",
  "big",
  "grow",
  "shrink",
  "hush",
  "finale",
  "start-small",
] as const;
export type ArcSign = (typeof ARC_SIGNS)[number];

/** A phrase with its signs: tokens `from` to before `to`. A phrase can have several: a "climax" is loud, or at a time. */
export interface ArcPhrase {
  readonly signs: ReadonlySet<ArcSign>;
  readonly from: number;
  readonly to: number;
}

/** Finds the phrases with signs, in order and without overlaps, in English and the languages of a text. */
export function arcPhrasesIn(tokens: readonly Token[], languages: LanguageSet): readonly ArcPhrase[] {
  return phrasesOf(
    arcTables().filter(({ language }) => (language & (languages | ENGLISH)) !== 0),
    tokens,
  );
}

function phrasesOf(tables: readonly ArcTable[], tokens: readonly Token[]): readonly ArcPhrase[] {
  const found: ArcPhrase[] = [];
  let at = 0;
  while (at < tokens.length) {
    const phrase = longestOf(tables, tokens, at);
    if (phrase !== null) found.push(phrase);
    at = phrase?.to ?? at + 1;
  }
  return found;
}

/** A short text needs this many phrases that English does not have to be in another language. */
const TELLING_MIN = 2;

/**
 * Returns the foreign languages that the phrases of a short text show. A line of a few words, such as "comincia piano,
 * esplode alla fine", can have no other word that tells its language.
 */
export function languagesOfArcs(tokens: readonly Token[]): LanguageSet {
  return arcTables().reduce((set, table) => {
    const telling = phrasesOf([table], tokens).filter(
      ({ signs, from, to }) => !signs.has("turn") && tokens.slice(from, to).some(isForeign),
    );
    return table.language !== ENGLISH && telling.length >= TELLING_MIN ? set | table.language : set;
  }, NO_LANGUAGE);
}

function isForeign({ lexeme }: Token): boolean {
  return (languagesOf(lexeme) & ENGLISH) === 0;
}

/** Of several languages, the longest phrase counts. A phrase that two languages share has the signs of both. */
function longestOf(tables: readonly ArcTable[], tokens: readonly Token[], at: number): ArcPhrase | null {
  let to = at;
  let signs: ReadonlySet<ArcSign> | null = null;
  for (const { phrases } of tables) {
    const phrase = phrases.longestAt(tokens, at);
    if (phrase === null || phrase.to < to) continue;
    signs = phrase.to === to && signs !== null ? signs.union(phrase.value) : phrase.value;
    to = phrase.to;
  }
  return signs === null ? null : { signs, from: at, to };
}

interface ArcTable {
  readonly language: LanguageSet;
  readonly phrases: PhraseTable<ReadonlySet<ArcSign>>;
}

const arcTables = once((): readonly ArcTable[] => {
  const byLanguage = new Map<Language, Map<string, Set<ArcSign>>>();
  for (const line of dataLines(arcs)) {
    const [head = "", list = ""] = line.split("|");
    const [lang, name] = head.trim().split(" ");
    const language = LANGUAGES.find((one) => one === lang);
    const sign = ARC_SIGNS.find((one) => one === name);
    if (language === undefined || sign === undefined)
      throw new Error(`The file of arcs has an unknown line "${head.trim()}".`);
    const phrases = byLanguage.get(language) ?? new Map<string, Set<ArcSign>>();
    byLanguage.set(language, phrases);
    for (const phrase of listed(list)) {
      const key = phraseKey(phrase, language);
      phrases.set(key, (phrases.get(key) ?? new Set<ArcSign>()).add(sign));
    }
  }
  return [...byLanguage].map(([language, phrases]) => ({ language: only(language), phrases: phraseTable(phrases) }));
});

const LANGUAGES: readonly Language[] = ["en", ...FOREIGN];
