import type { Gap, Token } from "../../text/tokens.ts";
import { type TextFeature, joinWords } from "../features/feature-names.ts";
import type { FoundPhrase } from "./find-phrases.ts";
import type { NumberedPassage } from "./numbered-passage.ts";
import type { Sentence } from "./sentences.ts";
import type { Stance } from "./stance.ts";
import { wordsBetween } from "./word-places.ts";

/** Items of a list have at most this many words between them. */
const BETWEEN_ITEMS = 2;

/** Words before a list in which an attitude counts. */
const LIST_REACH = 4;

/** Phrases that show an attitude have fewer words. */
const WORDS_MAX = 12;

/** With more words between two phrases than this, they are not listed. */
const BETWEEN_MAX = 2;
const NEAR_SENTENCE = 6;

const GAPS: readonly Gap[] = ["none", "hyphen", "space", "comma", "clause", "sentence"];

/** Returns the features that depend on the stance of the phrase before. */
export function linkFeatures(
  numbered: NumberedPassage,
  phrase: FoundPhrase,
  before: { readonly phrase: FoundPhrase; readonly stance: Stance } | null,
): readonly TextFeature[] {
  const { names, passage } = numbered;
  if (before === null) return [names.of("after nothing")];
  const after = names.join(names.of("after"), names.of(before.stance));
  const link = linkAfter(numbered, after, before.phrase.to, phrase.at);
  return [after, link, joinWords(names, link, `rule ${passage.polarity[phrase.at] ?? 1}`)];
}

/** Adds to a name how two phrases are linked: by punctuation and the words between them if they are few. */
function linkAfter(
  { passage, names, keyAt }: NumberedPassage,
  name: TextFeature,
  from: number,
  to: number,
): TextFeature {
  const { tokens } = passage;
  const farthest = farthestGap(tokens, from, to);
  if (farthest === "sentence") return joinWords(names, name, to - from > NEAR_SENTENCE ? "far sentence" : "sentence");
  if (to - from > BETWEEN_MAX) return joinWords(names, name, `${farthest} many`);
  let link = names.join(name, names.of(farthest));
  for (let at = from; at < to; at++) link = names.join(link, keyAt(at));
  return link;
}

/** Returns the farthest gap before the tokens from one to another. */
function farthestGap(tokens: readonly Token[], from: number, to: number): Gap {
  let farthest = -1;
  for (let at = from; at <= to; at++) farthest = Math.max(farthest, GAPS.indexOf(tokens[at]?.gap ?? "none"));
  return GAPS[farthest] ?? "space";
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
  { names, keyAt }: NumberedPassage,
  first: FoundPhrase,
  { from, attitudes }: Sentence,
): readonly TextFeature[] {
  const { at } = first;
  const word = (place: number): TextFeature => (place < from ? names.of("edge") : keyAt(place));
  const left = wordsBetween(attitudes, at - LIST_REACH - WORDS_MAX, at).findLast(
    ({ to }) => to <= at && to > at - LIST_REACH,
  );
  return [
    names.join(names.of("list -1"), word(at - 1)),
    names.join(names.join(names.of("list"), word(at - 2)), word(at - 1)),
    ...(left === undefined ? [] : [names.join(names.of("list after"), names.of(left.attitude))]),
  ];
}
