import { FOREIGN_LOGISTICS } from "./foreign-logistics.ts";
import { isFunctionWord } from "../text/function-words.ts";
import { foreignIn } from "../text/language-set.ts";
import { once } from "../lib/once.ts";
import { claim, clientWords, isAllClaimed, isClaimed, type Passage, tokensWithin } from "./passage.ts";
import { phraseMeaning } from "./phrase-meaning.ts";
import { phraseTable } from "../text/phrase-table.ts";
import { fold } from "../text/words.ts";
import { isNear, type Token } from "../text/tokens.ts";
import type { Vocabulary } from "./vocabulary.ts";
import phrases from "./words/logistics.txt" with { type: "text" };

/**
 * Money, dates, terms of licence, and reviews of earlier pitches: a clause with these is about the job and not about
 * the music.
 */
const FIGURES =
  /(?<!\w)(?:[€$£] ?\d[\d.,]*k?|\d[\d.,]*k? ?(?:euros?|eur|usd|gbp|dollars?|pounds?|€|\$|£)|(?:\d+|one|two|three|five)[- ]years? (?:tv|online|web|all|worldwide|licen[cs]e|term|usage|digital|social|global|in )|(?:tv|online|web|social|cinema|radio)(?: and |, | & |\/)(?:tv|online|web|social|cinema|radio)(?= only| usage| rights|$|[.,;])|(?:by|before|until|no later than|latest|due(?: on)?|needed(?: by)?|on) (?:the )?(?:end of (?:the )?(?:day|week|month|business)|close of business|eod|eow|cob|noon|(?:next |this |coming )?(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)|tomorrow|tonight|next week|next month)(?: (?:morning|afternoon|evening|noon|latest|at the latest))?)(?!\w)/gu;
const REVIEW =
  /(?<!\w)(?:client|clients|agency|director|producer|boss|editor|team|brand|they|we|everyone|nobody)(?: \w+){0,2} (?:hated|hate|rejected|disliked|loved|liked|turned down|passed on|killed|binned|did(?:n't| not) (?:like|love)|was(?:n't| not) happy with|were(?:n't| not) happy with)(?: \w+){0,5} (?:pitch|pitches|rounds?|options?|submissions?|selections?|playlists?|suggestions?|proposals?|batch|tracks?|songs?|demos?|attempts?)(?!\w)/gu;

const TURNS: ReadonlySet<string> = new Set(["but", "so", "because", "although", "though", "while"]);

/** Adjectives for money and time. */
const QUALITIES: ReadonlySet<string> = new Set(
  "production small big tight healthy modest decent low limited generous flexible tiny huge fixed large short tight quick fast hard soft".split(
    " ",
  ),
);

/**
 * Claims the passages that are about the job and returns them in the client's words. A clause that also names music
 * stays.
 */
export function readLogistics(
  passage: Passage,
  vocabulary: Vocabulary,
  namesMusic: (from: number, to: number) => boolean,
): string[] {
  const spans: Span[] = [];
  for (const { from, to, kind } of found(passage)) {
    if (isAllClaimed(passage, from, to)) continue;
    const [start, end] = clauseAround(passage, from, to);
    const isMusic =
      kind === "talk" || namesMusic(start, end) || wishesMusic(passage, vocabulary, { start, end, from, to });
    spans.push(isMusic ? { from, to, shown: kind !== "talk" } : { from: start, to: end, shown: true });
  }
  const ignored: string[] = [];
  let last = 0;
  for (const span of spans.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    claim(passage, "logistics", span.from, span.to);
    if (!span.shown || span.to <= last) continue;
    ignored.push(clientWords(passage, passage.tokens[span.from]?.start ?? 0, passage.tokens[span.to - 1]?.end ?? 0));
    last = span.to;
  }
  return ignored;
}

interface Span {
  readonly from: number;
  readonly to: number;
  readonly shown: boolean;
}

interface Phrase {
  readonly from: number;
  readonly to: number;
  readonly kind: string;
}

function found(passage: Passage): Phrase[] {
  const { tokens } = passage;
  const phrasesFound: Phrase[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const phrase = kinds().longestAt(tokens, at);
    if (phrase === null) continue;
    phrasesFound.push({ from: at, to: phrase.to, kind: phrase.value });
    at = phrase.to - 1;
  }
  const foreign = foreignIn(passage.languages).map((language) => FOREIGN_LOGISTICS[language]);
  for (const pattern of [FIGURES, REVIEW, ...foreign]) {
    for (const match of passage.lower.matchAll(pattern)) {
      const [from, to] = tokensWithin(passage, match.index, match.index + match[0].length);
      if (to > from) phrasesFound.push({ from, to, kind: "clause" });
    }
  }
  return phrasesFound;
}

function near(token: Token | undefined): boolean {
  return token !== undefined && isNear(token);
}

/** Returns the clause around some tokens: up to a comma, a full stop, a bracket or a conjunction. */
function clauseAround(passage: Passage, from: number, to: number): readonly [from: number, to: number] {
  const isInside = (at: number): boolean => near(passage.tokens[at]) && !TURNS.has(passage.tokens[at]?.word ?? "");
  let start = from;
  while (start > 0 && isInside(start)) start--;
  let end = to;
  while (end < passage.tokens.length && isInside(end)) end++;
  return [start, end];
}

/** Whether the rest of the clause names an instrument, a genre or a mood: "don't send us anything with whistling". */
function wishesMusic(
  passage: Passage,
  vocabulary: Vocabulary,
  {
    start,
    end,
    from,
    to,
  }: { readonly start: number; readonly end: number; readonly from: number; readonly to: number },
): boolean {
  for (let at = start; at < end; at++) {
    const token = passage.tokens[at];
    if (token === undefined || (at >= from && at < to) || isClaimed(passage, at)) continue;
    if (isFunctionWord(token.word, passage.languages) || QUALITIES.has(token.word)) continue;
    if (at + 1 < end && means(passage, vocabulary, at, at + 2)) return true;
    if (means(passage, vocabulary, at, at + 1)) return true;
  }
  return false;
}

function means(passage: Passage, vocabulary: Vocabulary, from: number, to: number): boolean {
  const tokens = passage.tokens.slice(from, to);
  const words = tokens.map(({ word }) => word).join("");
  const stems = tokens.map(({ stem }) => stem).join("");
  const meaning = phraseMeaning(passage, from, to, words, stems, vocabulary);
  return (
    meaning !== undefined && meaning.strength === 1 && meaning.concepts.some(({ facet }) => facet !== "characteristic")
  );
}

const kinds = once(() => {
  const all = new Map<string, string>();
  for (const line of phrases.split("\n")) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const [kind = "", list = ""] = line.split("|").map((part) => part.trim());
    if (kind !== "clause" && kind !== "talk") throw new Error(`logistics.txt has an unknown kind "${kind}".`);
    for (const phrase of list.split(",")) all.set(fold(phrase.trim()).replace(/'/g, "").replace(/[-.]/g, " "), kind);
  }
  return phraseTable(all);
});
