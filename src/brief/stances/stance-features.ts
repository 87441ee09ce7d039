import type { Steps } from "../../lib/steps.ts";
import type { Gap } from "../../text/tokens.ts";
import { addOnce, countedName, type FeatureNames, oncePerNames, type TextFeature } from "../features/feature-names.ts";
import { PART_KINDS } from "../parts/part-kind.ts";
import type { FoundPhrase } from "./find-phrases.ts";
import { headingFeatures } from "./heading-features.ts";
import { type Heading, headingsOf } from "./headings.ts";
import { listFeatures, listStarts } from "./link-features.ts";
import type { NumberedPassage } from "./numbered-passage.ts";
import { sentenceFeatures } from "./sentence-features.ts";
import { type Sentence, sentencesOf } from "./sentences.ts";
import { firstFrom, lastBefore, wordsBetween } from "./word-places.ts";

/** The words right before and after a phrase whose distance counts, from the nearest. */
const NEAR_WORDS = [
  ["-1", "+1"],
  ["-2", "+2"],
  ["-3", "+3"],
] as const;
/** Words of the sentence before and after a phrase that count at any distance. */
const REACH = 9;
const COUNTED_MAX = 3;
const CLAUSE_WORDS_MAX = 6;
/** Words of a clause before and after a phrase that count. */
const CLAUSE_REACH = 20;
/** Brackets are looked for in this many characters before a phrase. */
const LOOK_BACK_MAX = 300;
/** Chances of a part are rounded down to these. */
const CHANCE_STEPS = [0.15, 0.4, 0.7];

/**
 * Returns the features of each phrase, apart from the stance of the phrase before: its words, the words around it, the
 * negation that the rules see, the part of the text, the headings above it, and the form of the sentence.
 */
export function* stanceFeatures(
  numbered: NumberedPassage,
  phrases: readonly FoundPhrase[],
): Steps<readonly (readonly TextFeature[])[]> {
  const { passage } = numbered;
  const sentences = sentencesOf(passage, phrases);
  const headings = headingsOf(passage);
  const first = listStarts(phrases, (at) => sentences.byToken[at] ?? 0);
  const ofSentence = new Map<number, readonly TextFeature[]>();
  const ofHeading = new Map<Heading, readonly TextFeature[]>();
  const features: (readonly TextFeature[])[] = [];
  for (const [number, phrase] of phrases.entries()) {
    yield;
    const place = sentences.byToken[phrase.at] ?? 0;
    const sentence = sentences.all[place];
    if (phrase.meaning.concepts.length === 0 || sentence === undefined) {
      features.push([]);
      continue;
    }
    const shared = known(ofSentence, place, () => sentenceFeatures(numbered, sentences, place));
    const above = (headings[phrase.at] ?? []).flatMap((heading) =>
      known(ofHeading, heading, () => headingFeatures(numbered, heading, sentences)),
    );
    const start = first[number];
    features.push([
      ...ownFeatures(numbered, phrase),
      ...rulesAndParts(numbered, phrase),
      ...wordsAround(numbered, phrase, sentence),
      ...signsAround(numbered, phrase, sentence),
      ...cuesAround(numbered, phrase, sentence),
      ...attitudesAround(numbered, phrase, sentence),
      ...clauseFeatures(numbered, phrase, sentence),
      ...neighbours(numbered.names, phrases, number, sentence),
      ...(start === undefined || start === phrase ? [] : listFeatures(numbered, start, sentence)),
      ...shared,
      ...above,
    ]);
  }
  return features;
}

/** Returns what is stored for a key, or makes and stores it. */
function known<Key>(
  store: Map<Key, readonly TextFeature[]>,
  key: Key,
  make: () => readonly TextFeature[],
): readonly TextFeature[] {
  const stored = store.get(key);
  if (stored !== undefined) return stored;
  const made = make();
  store.set(key, made);
  return made;
}

function facetOf({ meaning }: FoundPhrase): string {
  return meaning.concepts[0]?.facet ?? "scene";
}

function ownFeatures(
  { passage: { tokens, text }, names }: NumberedPassage,
  phrase: FoundPhrase,
): readonly TextFeature[] {
  const { at, to, meaning } = phrase;
  const own = tokens.slice(at, to);
  const first = own[0];
  const isInside = first !== undefined && first.gap !== "sentence";
  const isCapital = first !== undefined && /^\p{Lu}/u.test(text.slice(first.start, first.end));
  const isShout = first !== undefined && /^\p{Lu}{3}/u.test(text.slice(first.start, first.end));
  return [
    names.join(names.of("concept"), names.of(meaning.concepts[0]?.name ?? "")),
    own.reduce((said, { word }) => names.join(said, names.word(word)), names.of("said")),
    names.join(names.of("facet"), names.of(facetOf(phrase))),
    names.join(names.of("words"), names.of(String(Math.min(COUNTED_MAX, own.length)))),
    ...(meaning.strength < 1 ? [names.of("in part")] : []),
    ...(isInside && isCapital && !isShout ? [names.of("capital inside")] : []),
    ...(/^\d/.test(first?.word ?? "") ? [names.of("number")] : []),
    ...(first?.gap === "hyphen" && tokens[at - 1]?.word === "non" ? [names.of("after non-")] : []),
  ];
}

/** Returns the negation that the rules see and the likely parts of the text, also with the facet. */
function rulesAndParts({ passage, names }: NumberedPassage, phrase: FoundPhrase): readonly TextFeature[] {
  const facet = names.of(facetOf(phrase));
  const seen = names.word(String(passage.polarity[phrase.at] ?? 1));
  const rule = names.join(names.of("rule"), seen);
  const part = PARTS(names);
  const chances = passage.parts?.byToken[phrase.at]?.chances;
  const likely =
    chances === undefined
      ? [names.of("short text")]
      : PART_KINDS.flatMap((kind) => {
          const step = CHANCE_STEPS.findLast((one) => chances[kind] >= one);
          return step === undefined ? [] : [part[kind](step)];
        });
  return [
    rule,
    names.join(rule, facet),
    ...likely.flatMap((one) => [one, names.join(one, facet), names.join(names.join(one, names.of("rule")), seen)]),
  ];
}

/** By kind of part: its name with the chance. */
const PARTS = oncePerNames((names) => ({
  direction: countedName(names, "part direction"),
  scene: countedName(names, "part scene"),
  reference: countedName(names, "part reference"),
  complaint: countedName(names, "part complaint"),
  logistics: countedName(names, "part logistics"),
}));

function wordsAround(numbered: NumberedPassage, { at, to }: FoundPhrase, sentence: Sentence): readonly TextFeature[] {
  const { passage, names, keyAt } = numbered;
  const { tokens } = passage;
  const edge = names.of("edge");
  const features = [
    names.join(names.of("gap before"), names.of(tokens[at]?.gap ?? "")),
    names.join(names.of("gap after"), names.of(tokens[to]?.gap ?? "end")),
  ];
  const keyNear = (place: number): TextFeature => (place < sentence.from || place >= sentence.to ? edge : keyAt(place));
  const join = (name: string, place: number): TextFeature => names.join(names.of(name), keyNear(place));
  for (const [step, [before, after]] of NEAR_WORDS.entries())
    features.push(join(before, at - 1 - step), join(after, to + step));
  features.push(names.join(join("before", at - 2), keyNear(at - 1)), names.join(join("after", to), keyNear(to + 1)));
  const left = features.length;
  for (let place = Math.max(sentence.from, at - REACH); place < at; place++)
    addOnce(features, left, join("left", place));
  const right = features.length;
  for (let place = to; place < Math.min(sentence.to, to + REACH); place++)
    addOnce(features, right, join("right", place));
  return features;
}

/** Returns whether a phrase is quoted, in brackets, or its entire sentence. */
function signsAround(
  { passage: { tokens, text }, names }: NumberedPassage,
  { at, to }: FoundPhrase,
  sentence: Sentence,
): readonly TextFeature[] {
  const start = tokens[at]?.start ?? 0;
  return [
    ...(sentence.to - sentence.from <= to - at ? [names.of("alone")] : []),
    ...(/["“„«]\s?$/u.test(text.slice(Math.max(0, start - 2), start)) ? [names.of("quoted")] : []),
    ...(isInBrackets(text, tokens[sentence.from]?.start ?? 0) ? [names.of("bracket")] : []),
  ];
}

function isInBrackets(text: string, place: number): boolean {
  const near = text.slice(Math.max(0, place - LOOK_BACK_MAX), place);
  return near.lastIndexOf("(") > near.lastIndexOf(")");
}

/** Returns the nearest cue of the sentence on each side. */
function cuesAround({ names }: NumberedPassage, { at, to }: FoundPhrase, { cues }: Sentence): readonly TextFeature[] {
  const left = lastBefore(cues, at);
  const right = cues[firstFrom(cues, to)];
  return [
    ...(left === undefined ? [names.of("no cue left")] : withReach(names, "cue left", left.kind, at - left.to)),
    ...(right === undefined ? [names.of("no cue right")] : withReach(names, "cue right", right.kind, right.from - to)),
  ];
}

/** Returns the nearest words of each attitude on both sides. */
function attitudesAround(
  { names }: NumberedPassage,
  { at, to }: FoundPhrase,
  { byAttitude }: Sentence,
): readonly TextFeature[] {
  return byAttitude.flatMap(({ attitude, words }) => {
    const left = lastBefore(words, at);
    const right = words[firstFrom(words, to)];
    return [
      ...(left === undefined ? [] : withReach(names, "attitude left", attitude, at - left.to)),
      ...(right === undefined ? [] : withReach(names, "attitude right", attitude, right.from - to)),
    ];
  });
}

/** Returns a name with a word, alone and with the number of words between. */
function withReach(names: FeatureNames, name: string, word: string, words: number): readonly TextFeature[] {
  const feature = names.join(names.of(name), names.of(word));
  return [feature, names.join(feature, names.of(reach(words)))];
}

function reach(words: number): string {
  return words === 0 ? "next" : words <= 2 ? "near" : words <= 6 ? "within" : "far";
}

/** Returns the attitudes and cues between the commas around a phrase. */
function clauseFeatures(
  { passage: { tokens }, names, withKey }: NumberedPassage,
  { at, to }: FoundPhrase,
  sentence: Sentence,
): readonly TextFeature[] {
  const isEnd = (place: number): boolean => CLAUSE_GAPS.has(tokens[place]?.gap ?? "none");
  let from = at;
  while (from > Math.max(sentence.from, at - CLAUSE_REACH) && !isEnd(from)) from--;
  let end = to;
  while (end < Math.min(sentence.to, to + CLAUSE_REACH) && !isEnd(end)) end++;
  const attitudes = new Set(wordsBetween(sentence.attitudes, from, end).map(({ attitude }) => attitude));
  const cues = new Set(wordsBetween(sentence.cues, from, end).map(({ kind }) => kind));
  return [
    names.join(names.of("clause says"), names.word([...attitudes].toSorted().join("+"))),
    ...[...attitudes].map((attitude) => names.join(names.of("clause"), names.of(attitude))),
    ...[...cues].map((kind) => names.join(names.of("clause cue"), names.of(kind))),
    withKey("clause opens", from),
    names.join(names.of("clause length"), names.of(String(Math.min(CLAUSE_WORDS_MAX, end - from)))),
  ];
}

const CLAUSE_GAPS: ReadonlySet<Gap> = new Set<Gap>(["comma", "clause", "sentence"]);

function neighbours(
  names: FeatureNames,
  phrases: readonly FoundPhrase[],
  number: number,
  sentence: Sentence,
): readonly TextFeature[] {
  const phrase = phrases[number];
  if (phrase === undefined) return [];
  const isWithin = (one: FoundPhrase | undefined): one is FoundPhrase =>
    one !== undefined && one.at >= sentence.from && one.at < sentence.to;
  const [before, after] = [phrases[number - 1], phrases[number + 1]];
  const neighbour = (name: string, one: FoundPhrase, words: number): TextFeature =>
    names.join(names.join(names.of(name), names.of(facetOf(one))), names.of(distance(words)));
  return [
    ...(isWithin(before) ? [neighbour("neighbour before", before, phrase.at - before.to)] : []),
    ...(isWithin(after) ? [neighbour("neighbour after", after, after.at - phrase.to)] : []),
  ];
}

function distance(words: number): string {
  return words === 0 ? "next" : words <= 2 ? "near" : "far";
}
