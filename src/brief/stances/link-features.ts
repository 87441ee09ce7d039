import type { Gap } from "../../text/tokens.ts";
import type { Passage } from "../passage.ts";
import type { FoundPhrase } from "./find-phrases.ts";
import type { Sentence } from "./sentences.ts";
import type { Stance } from "./stance.ts";
import { wordKey } from "./word-key.ts";

/** Items of a list have at most this many words between them. */
const BETWEEN_ITEMS = 2;

/** Words before a list in which an attitude counts. */
const LIST_REACH = 4;

/** With more words between two phrases than this, they are not listed. */
const BETWEEN_MAX = 2;
const NEAR_SENTENCE = 6;

const GAPS: readonly Gap[] = ["none", "hyphen", "space", "comma", "clause", "sentence"];

/** Returns the features that depend on the stance of the phrase before. */
export function linkFeatures(
  passage: Passage,
  phrase: FoundPhrase,
  before: { readonly phrase: FoundPhrase; readonly stance: Stance } | null,
): readonly string[] {
  if (before === null) return ["after nothing"];
  const link = linkBetween(passage, before.phrase.to, phrase.at);
  return [
    `after ${before.stance}`,
    `after ${before.stance} ${link}`,
    `after ${before.stance} ${link} rule ${passage.polarity[phrase.at] ?? 1}`,
  ];
}

/** Returns how two phrases are linked: by punctuation and the words between them if they are few. */
function linkBetween({ tokens }: Passage, from: number, to: number): string {
  const gaps = new Set(tokens.slice(from, to + 1).map(({ gap }) => gap));
  const farthest = GAPS.findLast((gap) => gaps.has(gap)) ?? "space";
  if (farthest === "sentence") return to - from > NEAR_SENTENCE ? "far sentence" : "sentence";
  if (to - from > BETWEEN_MAX) return `${farthest} many`;
  return [farthest, ...tokens.slice(from, to).map(({ word }) => wordKey(word))].join(" ");
}

/** Returns, for each phrase, the first one of the list that it belongs to: "no drums, claps or whistles". */
export function listStarts(
  phrases: readonly FoundPhrase[],
  sentenceOf: (at: number) => number,
): readonly FoundPhrase[] {
  const starts: FoundPhrase[] = [];
  for (const [number, phrase] of phrases.entries()) {
    const before = phrases[number - 1];
    const isListed =
      before !== undefined && phrase.at - before.to <= BETWEEN_ITEMS && sentenceOf(before.at) === sentenceOf(phrase.at);
    starts.push(isListed ? (starts[number - 1] ?? phrase) : phrase);
  }
  return starts;
}

/** Returns what stands before the first item of a phrase's list. */
export function listFeatures(
  { tokens }: Passage,
  first: FoundPhrase,
  { from, attitudes }: Sentence,
): readonly string[] {
  const { at } = first;
  const word = (place: number): string => (place < from ? "edge" : wordKey(tokens[place]?.word));
  const left = attitudes.findLast(({ to }) => to <= at && to > at - LIST_REACH);
  return [
    `list -1 ${word(at - 1)}`,
    `list ${word(at - 2)} ${word(at - 1)}`,
    ...(left === undefined ? [] : [`list after ${left.attitude}`]),
  ];
}
