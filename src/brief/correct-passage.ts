import type { Steps } from "../lib/steps.ts";
import { isFunctionWord } from "../text/function-words.ts";
import { NO_LANGUAGE } from "../text/language-set.ts";
import { type PlacedCorrection, type Passage, passageOf } from "./passage.ts";
import type { Token } from "../text/tokens.ts";
import { isForeignPhrase } from "./unmistakable.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { languagesThatKnow } from "./word-languages.ts";

/** A brief of more strange words than this is none of slips; each costs a look through the vocabulary. */
const TRIED_MAX = 48;

/** What stands before a name, written small as it may be: "like metalica", "in the style of hans zimer". */
const BEFORE_NAMES =
  /(?<!\w)(?:like|by|la|(?:style|vein|spirit|manner|lines) of|similar to|reminiscent of|(?:inspired|influenced) by|feat|featuring|ft|vs|called|titled|named|artist|band|singer|composer|rapper|dj)$/u;
const NAME_WORDS_MAX = 4;
const JOINTS: ReadonlySet<string> = new Set(["and", "or", "meets", "the"]);
const ADDRESS_MAX = 60;

const QUOTED = /["“”„«‹][^"“”„»›]{1,120}["”“»›]|(?<!\w)'[^']{1,80}'(?!\w)/gu;
/** Addresses, handles and the names of files. */
const ADDRESS = /[@#]|:\/\/|www\.|\w\.\w/;

/**
 * Sets slips right before anything is read, so that "withuot vocls" is the promise it was meant as. Only a word that
 * nothing knows is touched, and never one that may be a name: capitals within a sentence, quotes, what follows "like".
 * A brief in another language is left alone, because a slip and a foreign word look the same.
 */
export function* correcting(passage: Passage, vocabulary: Vocabulary): Steps<Passage> {
  const strange = strangeWords(passage, vocabulary);
  if (strange.length === 0) return passage;
  const quoted = [...passage.text.matchAll(QUOTED)];
  const isQuoted = (place: number): boolean =>
    quoted.some(({ index, 0: { length } }) => index <= place && place < index + length);
  const corrections: PlacedCorrection[] = [];
  const unknown = new Set<string>();
  let text = "";
  let end = 0;
  for (const at of strange.slice(0, TRIED_MAX)) {
    const token = passage.tokens[at];
    if (token === undefined || isQuoted(token.start) || isAddress(passage.text, token) || isName(passage, at)) continue;
    yield;
    const to = vocabulary.spelling().correction(token.word);
    if (to === null) {
      unknown.add(token.word);
      continue;
    }
    text += passage.text.slice(end, token.start);
    corrections.push({
      start: text.length,
      end: text.length + to.length,
      from: passage.text.slice(token.start, token.end),
      to,
    });
    text += to;
    end = token.end;
  }
  if (corrections.length === 0) return { ...passage, strange: unknown };
  yield;
  return { ...passageOf(text + passage.text.slice(end)), corrections, strange: unknown };
}

/** Tokens that are no word, alone or written together with a neighbour, in any language that is spoken there. */
function strangeWords(passage: Passage, vocabulary: Vocabulary): number[] {
  const { tokens, text, lead, languages } = passage;
  const spelling = vocabulary.spelling();
  const means = (words: string): boolean => vocabulary.meaning(words, words) !== undefined;
  const strange: number[] = [];
  tokens.forEach(({ word, start, end }, at) => {
    if (lead[at] !== NO_LANGUAGE || isFunctionWord(word, languages)) return;
    if (spelling.knows(word) || !/^[a-z]+$/i.test(text.slice(start, end))) return;
    if ((languagesThatKnow(word) & languages) !== NO_LANGUAGE || isForeignPhrase(word, languages)) return;
    const before = tokens[at - 1]?.word ?? "";
    const after = tokens[at + 1]?.word ?? "";
    if (means(before + word) || means(word + after)) return;
    strange.push(at);
  });
  return strange;
}

/** Within a run of characters without a space that is no word. */
function isAddress(text: string, { start, end }: Token): boolean {
  const from = text.lastIndexOf(" ", start) + 1;
  const to = text.indexOf(" ", end);
  const run = text.slice(Math.max(from, start - ADDRESS_MAX), Math.min(to < 0 ? text.length : to, end + ADDRESS_MAX));
  return ADDRESS.test(run);
}

/** Written as a name is, or standing where a name stands. */
function isName({ text, lower, tokens }: Passage, at: number): boolean {
  const token = tokens[at];
  if (token === undefined) return false;
  const said = text.slice(token.start, token.end);
  const shouted = text === text.toUpperCase();
  if (!shouted && /^\p{Lu}/u.test(said)) {
    const within = token.gap !== "sentence";
    const shouts = said === said.toUpperCase();
    // "Hans Zimmer": a name may begin the sentence, too.
    const next = tokens[at + 1];
    const leads = next !== undefined && next.gap === "space" && /^\p{Lu}/u.test(text.slice(next.start));
    if (within || shouts || leads) return true;
  }
  for (let first = at; first > at - NAME_WORDS_MAX && first > 0; first--) {
    const { gap = "sentence", start = 0, word = "" } = tokens[first] ?? {};
    if (gap !== "space" && gap !== "hyphen") return false;
    if (isFunctionWord(word) && !JOINTS.has(word)) return false;
    if (BEFORE_NAMES.test(lower.slice(Math.max(0, start - 20), start).trimEnd())) return true;
  }
  return false;
}
