import type { Mention, MentionRole } from "../../schema/brief.ts";
import { isCapitalAt } from "../text/capitals.ts";
import { isForeignPhrase } from "./unambiguous-phrases.ts";
import { isFunctionWord } from "../text/function-words.ts";
import { claim, isClaimed, type Passage, written } from "./passage.ts";
import { fold } from "../text/words.ts";
import { stem } from "../text/stem.ts";
import type { Vocabulary } from "./vocabulary.ts";

interface NameCue {
  readonly role: MentionRole;
  /** Whether a name usually follows. */
  readonly strong: boolean;
}

const STRONG_LIKE =
  "in the style of, in the manner of, in the vein of, in the spirit of, along the lines of, sounds like, sounding like, sound like, " +
  "similar to, reminiscent of, reminds me of, a la, inspired by, influenced by, somewhere between, something between, a cross between, halfway between, midway between, " +
  "songs like, artists like, bands like, anything like, something like, im stil von, dans le style de, al estilo de, nello stile di, no estilo de, ao estilo de, " +
  "im stile von, ähnlich wie, inspiriert von, dans l esprit de, à la manière de, inspiré de, inspirée de, parecido a, parecida a, similar a, inspirado en, inspirada en, " +
  "simile a, ispirato a, ispirata a, parecido com, parecida com, inspirado em, inspirada em";
/** Places and times can follow these words too. What follows is a name only if the catalog knows it. */
const WEAK_BY = "songs from, tracks from, more from, more of, something from, only from, only, exclusively";
/** "Between" introduces two of them. */
const BETWEEN = "between";
const WEAK_LIKE = "like, think, think of, wie, comme, como, come";
const STRONG_BY =
  "songs by, song by, music by, tracks by, track by, tunes by, cues by, something by, anything by, only by, performed by, sung by";

const CUES: ReadonlyMap<string, NameCue> = new Map([
  ...listed(STRONG_LIKE).map((phrase): [string, NameCue] => [phrase, { role: "like", strong: true }]),
  ...listed(WEAK_LIKE).map((phrase): [string, NameCue] => [phrase, { role: "like", strong: false }]),
  ...listed(STRONG_BY).map((phrase): [string, NameCue] => [phrase, { role: "by", strong: true }]),
  ...listed(WEAK_BY).map((phrase): [string, NameCue] => [phrase, { role: "by", strong: false }]),
  ["by", { role: "by", strong: false }],
  [BETWEEN, { role: "like", strong: false }],
]);
const CUE_WORDS_MAX = 5;
/** The first words of the cues: most words begin none. */
const CUE_BEGINNINGS: ReadonlySet<string> = new Set([...CUES.keys()].map((phrase) => phrase.split(" ")[0] ?? ""));

/** Names are rarely longer, and each reading costs a catalog lookup. */
const NAME_WORDS_MAX = 6;

const ONLY: ReadonlySet<string> = new Set(["only", "exclusively", "solely"]);

/** Small words within a name: "Queens of the Stone Age". */
const CONNECTORS: ReadonlySet<string> = new Set("of the and de la le du van von der del di y e et und".split(" "));
const JOINTS: ReadonlySet<string> = new Set(["and", "or", "meets", "und", "et", "y", "e"]);

const QUOTED = /^\s*["“”„«‹]\s*([^"“”»›]{1,120}?)\s*["”“»›]/u;
/** One more title after a quoted one: "A" and "B". */
const MORE_QUOTED = /^\s*(?:,|and|or|meets|und|et|y|e)(?:\s*(?:and|or))?\s*["“”„«‹]\s*([^"“”»›]{1,120}?)\s*["”“»›]/u;

/**
 * Reads the names that a brief refers to. A name with capitals or in quotes is certain, and its words are claimed. The
 * catalog decides about any other: if no artist has that name, the words keep their usual meaning.
 */
export function readMentions(passage: Passage, vocabulary: Vocabulary): Mention[] {
  const shouted = passage.text === passage.text.toUpperCase();
  const found: Mention[] = [];
  let at = 0;
  while (at < passage.tokens.length) {
    const cue = cueAt(passage, at);
    const mention = cue === null ? null : readAfter(passage, at, cue, shouted, vocabulary);
    if (mention !== null) found.push(mention.mention);
    at = Math.max(at + 1, mention?.to ?? cue?.to ?? 0);
  }
  return [...found, ...refused(passage, vocabulary)];
}

type PlacedNameCue = NameCue & { readonly to: number };

function cueAt(passage: Passage, at: number): PlacedNameCue | null {
  if (!CUE_BEGINNINGS.has(passage.tokens[at]?.word ?? "")) return null;
  let longest: PlacedNameCue | null = null;
  let words = "";
  for (let to = at; to < Math.min(at + CUE_WORDS_MAX, passage.tokens.length); to++) {
    const { word = "", gap = "none" } = passage.tokens[to] ?? {};
    if (to > at && gap !== "space") break;
    words += to > at ? ` ${word}` : word;
    const cue = CUES.get(words);
    // Negations have claimed "nothing like" and "anything but" already.
    if (cue !== undefined) longest = { ...cue, to: to + 1 };
  }
  return longest;
}

function readAfter(
  passage: Passage,
  at: number,
  cue: PlacedNameCue,
  shouted: boolean,
  vocabulary: Vocabulary,
): { readonly mention: Mention; readonly to: number } | null {
  let first = cue.to;
  const named = ["the song", "the track", "song", "track"].find((words) => saysAt(passage, first, words.split(" ")));
  if (named !== undefined) first += named.split(" ").length;
  const role = (passage.polarity[first] ?? 1) < 0 ? "not" : cue.role;
  const isOnly = role === "by" && saysOnly(passage, at);

  const before = passage.tokens[first - 1]?.end ?? 0;
  const quoted = QUOTED.exec(passage.text.slice(before));
  if (quoted?.[1] !== undefined) {
    const more = moreTitles(passage.text.slice(before + quoted[0].length));
    const to = firstTokenAfter(passage, before + quoted[0].length + more.length);
    claim(passage, "name", at, to);
    return { mention: { role, kind: "title", readings: [[quoted[1], ...more.titles]], certain: true, isOnly }, to };
  }
  const token = passage.tokens[first];
  if (token === undefined || token.gap !== "space" || isClaimed(passage, first)) return null;
  const id = /^[\p{L}\p{N}_-]+/u.exec(passage.text.slice(token.start))?.[0] ?? "";
  if (named !== undefined && /\d/.test(id)) {
    const to = firstTokenAfter(passage, token.start + id.length);
    claim(passage, "name", at, to);
    return { mention: { role, kind: "id", readings: [[id]], certain: true, isOnly }, to };
  }
  const end = shouted ? first : endOfCapitals(passage, first, vocabulary);
  const isCertain = isOnly ? hasOwnWord(passage, first, end, vocabulary) : isName(passage, first, end, vocabulary);
  if (end > first && isCertain && (cue.strong || !(cue.role === "by" || passage.tokens[at]?.word === BETWEEN))) {
    const readings = readingsOf(passage, first, end);
    const isLast = role === "by" && ONLY.has(passage.tokens[end]?.word ?? "");
    claim(passage, "name", at, isLast ? end + 1 : end);
    return { mention: { role, kind: "any", readings, certain: true, isOnly: isOnly || isLast }, to: end };
  }
  const single = cue.strong || (isOnly && !shouted && isCapital(passage, first));
  const readings = guesses(passage, first, single, vocabulary);
  return readings.length === 0
    ? null
    : { mention: { role, kind: "any", readings, certain: false, isOnly }, to: cue.to };
}

function moreTitles(text: string): { readonly titles: readonly string[]; readonly length: number } {
  const titles: string[] = [];
  let length = 0;
  for (;;) {
    const next = MORE_QUOTED.exec(text.slice(length));
    if (next?.[1] === undefined) return { titles, length };
    titles.push(next[1]);
    length += next[0].length;
  }
}

/** Whether "only" comes before, as in "only songs by" and "only by", but not in "not only by". */
function saysOnly({ tokens }: Passage, at: number): boolean {
  const only = [at, at - 1].find((place) => ONLY.has(tokens[place]?.word ?? ""));
  return only !== undefined && tokens[only - 1]?.word !== "not";
}

/** Reads "no Coldplay": negated words without a meaning may be an artist of the catalog. */
function refused(passage: Passage, vocabulary: Vocabulary): Mention[] {
  const found: Mention[] = [];
  passage.tokens.forEach((token, at) => {
    const begins = (passage.polarity[at] ?? 1) <= -1 && !isClaimed(passage, at);
    if (!begins || isFunctionWord(token.word)) return;
    const readings = guesses(passage, at, true, vocabulary);
    if (readings.length > 0) found.push({ role: "not", kind: "any", readings, certain: false, isOnly: false });
  });
  return found;
}

/**
 * Returns every run of words that begins here, the longest first. A joining word between them may separate two names.
 */
function guesses(passage: Passage, first: number, single: boolean, vocabulary: Vocabulary): string[][] {
  let end = first;
  while (end < passage.tokens.length && end - first < NAME_WORDS_MAX && !isClaimed(passage, end)) {
    const gap = passage.tokens[end]?.gap;
    if (end > first && gap !== "space" && gap !== "hyphen") break;
    end++;
  }
  const readings: string[][] = [];
  for (let to = end; to > first; to--) {
    const words = passage.tokens.slice(first, to).map((token) => token.word);
    const joint = words.findIndex((word, at) => at > 0 && at < words.length - 1 && JOINTS.has(word));
    const least = single && !isKnown(words, passage, vocabulary) ? 1 : 2;
    const isOpen = isFunctionWord(words.at(-1) ?? "") || (words[0] !== "the" && isFunctionWord(words[0] ?? ""));
    if (words.length >= least && !isOpen) readings.push([written(passage, first, to)]);
    if (joint > 0) readings.push([written(passage, first, first + joint), written(passage, first + joint + 1, to)]);
  }
  return readings;
}

/** Returns the end of a run of capitalised words, including small words within names and lists of names. */
function endOfCapitals(passage: Passage, first: number, vocabulary: Vocabulary): number {
  let end = first;
  for (let at = first; at < passage.tokens.length && !isClaimed(passage, at); at++) {
    const token = passage.tokens[at];
    if (token === undefined) break;
    const near = at === first || token.gap === "space" || token.gap === "hyphen";
    if (isCapital(passage, at)) {
      if (!near && (token.gap !== "comma" || isKnown([token.word], passage, vocabulary))) break;
      end = at + 1;
    } else if (!near || !(CONNECTORS.has(token.word) || JOINTS.has(token.word) || /^\d+$/.test(token.word))) break;
    else if (/^\d+$/.test(token.word)) end = at + 1;
  }
  return end;
}

function readingsOf(passage: Passage, first: number, end: number): string[][] {
  const names: string[] = [];
  let from = first;
  let hasComma = false;
  for (let at = first + 1; at <= end; at++) {
    const token = passage.tokens[at];
    const comma = at < end && token?.gap === "comma";
    const joint = at < end && JOINTS.has(token?.word ?? "") && isCapital(passage, at + 1);
    if (at < end && !comma && !joint) continue;
    if (at > from) names.push(written(passage, from, at));
    hasComma ||= comma;
    from = joint ? at + 1 : at;
  }
  const whole = written(passage, first, end);
  return names.length === 1 || hasComma ? [names] : [[whole], names];
}

/** Capitals alone do not make a name: the vocabulary knows "Rain" in "like Rain". */
export function isName(passage: Passage, first: number, end: number, vocabulary: Vocabulary): boolean {
  const words = passage.tokens.slice(first, end).map((token) => token.word);
  return !isKnown(words, passage, vocabulary) && hasOwnWord(passage, first, end, vocabulary);
}

/**
 * Whether one of the words has no other meaning. "Only songs by Hans Zimmer" names him, although the vocabulary has him
 * as a style.
 */
function hasOwnWord(passage: Passage, first: number, end: number, vocabulary: Vocabulary): boolean {
  return passage.tokens
    .slice(first, end)
    .some(({ word }) => !isFunctionWord(word) && !isKnown([word], passage, vocabulary));
}

export function isKnown(words: readonly string[], passage: Passage, vocabulary: Vocabulary): boolean {
  if (isForeignPhrase(words.join(""), passage.languages)) return true;
  return vocabulary.meaning(words.join(""), words.map(stem).join("")) !== undefined;
}

export function isCapital(passage: Passage, at: number): boolean {
  const token = passage.tokens[at];
  return token !== undefined && isCapitalAt(passage.text, token.start);
}

function saysAt(passage: Passage, at: number, words: readonly string[]): boolean {
  return words.every((word, place) => passage.tokens[at + place]?.word === word);
}

function firstTokenAfter(passage: Passage, place: number): number {
  const at = passage.tokens.findIndex((token) => token.start >= place);
  return at < 0 ? passage.tokens.length : at;
}

function listed(text: string): string[] {
  return fold(text)
    .split(",")
    .map((part) => part.trim());
}
