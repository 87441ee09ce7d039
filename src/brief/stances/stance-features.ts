import type { Steps } from "../../lib/steps.ts";
import { isCapitalAt } from "../../text/capitals.ts";
import { beginsWithDigit } from "../../text/digits.ts";
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

/** The features of a phrase. Other phrases of its sentence have the same lists of shared ones. */
export interface PhraseFeatures {
  readonly own: readonly TextFeature[];
  readonly shared: readonly (readonly TextFeature[])[];
}

const NO_FEATURES: PhraseFeatures = { own: [], shared: [] };

/**
 * Returns the features of each phrase, apart from the stance of the phrase before: its words, the words around it, the
 * negation that the rules see, the part of the text, the headings above it, and the form of the sentence.
 */
export function* stanceFeatures(
  numbered: NumberedPassage,
  phrases: readonly FoundPhrase[],
): Steps<readonly PhraseFeatures[]> {
  const { passage } = numbered;
  const sentences = sentencesOf(passage, phrases);
  const headings = headingsOf(passage);
  const first = listStarts(phrases, (at) => sentences.byToken[at] ?? 0);
  const ofSentence = new Map<number, readonly TextFeature[]>();
  const ofHeading = new Map<Heading, readonly TextFeature[]>();
  const features: PhraseFeatures[] = [];
  for (const [number, phrase] of phrases.entries()) {
    yield;
    const place = sentences.byToken[phrase.at] ?? 0;
    const sentence = sentences.all[place];
    if (phrase.meaning.concepts.length === 0 || sentence === undefined) {
      features.push(NO_FEATURES);
      continue;
    }
    const said = known(ofSentence, place, () => sentenceFeatures(numbered, sentences, place));
    const above = (headings[phrase.at] ?? []).map((heading) =>
      known(ofHeading, heading, () => headingFeatures(numbered, heading, sentences)),
    );
    const start = first[number];
    const own: TextFeature[] = [];
    addOwnFeatures(own, numbered, phrase);
    addRulesAndParts(own, numbered, phrase);
    addWordsAround(own, numbered, phrase, sentence);
    addSignsAround(own, numbered, phrase, sentence);
    addCuesAround(own, numbered, phrase, sentence);
    addAttitudesAround(own, numbered, phrase, sentence);
    addClauseFeatures(own, numbered, phrase, sentence);
    addNeighbours(own, numbered.names, phrases, number, sentence);
    const listed = start === undefined || start === phrase ? [] : listFeatures(numbered, start, sentence);
    features.push({ own: own.concat(listed), shared: [said, ...above] });
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

function addOwnFeatures(
  features: TextFeature[],
  { passage: { tokens, text }, names }: NumberedPassage,
  phrase: FoundPhrase,
): void {
  const { at, to, meaning } = phrase;
  const first = tokens[at];
  if (first === undefined) return;
  const isCapitalInside = first.gap !== "sentence" && isCapitalAt(text, first.start);
  let said = names.of("said");
  for (let place = at; place < to; place++) said = names.join(said, names.word(tokens[place]?.word ?? ""));
  features.push(
    names.join(names.of("concept"), names.of(meaning.concepts[0]?.name ?? "")),
    said,
    names.join(names.of("facet"), names.of(facetOf(phrase))),
    names.join(names.of("words"), names.of(String(Math.min(COUNTED_MAX, to - at)))),
  );
  if (meaning.strength < 1) features.push(names.of("in part"));
  if (isCapitalInside && !SHOUT.test(text.slice(first.start, first.end))) features.push(names.of("capital inside"));
  if (beginsWithDigit(first.word)) features.push(names.of("number"));
  if (first.gap === "hyphen" && tokens[at - 1]?.word === "non") features.push(names.of("after non-"));
}

const SHOUT = /^\p{Lu}{3}/u;

/** Adds the negation that the rules see and the likely parts of the text, also with the facet. */
function addRulesAndParts(features: TextFeature[], { passage, names }: NumberedPassage, phrase: FoundPhrase): void {
  const facet = names.of(facetOf(phrase));
  const seen = names.word(String(passage.polarity[phrase.at] ?? 1));
  const rule = names.join(names.of("rule"), seen);
  const addPart = (part: TextFeature): unknown =>
    features.push(part, names.join(part, facet), names.join(names.join(part, names.of("rule")), seen));
  features.push(rule, names.join(rule, facet));
  const chances = passage.parts?.byToken[phrase.at]?.chances;
  if (chances === undefined) {
    addPart(names.of("short text"));
    return;
  }
  const part = PARTS(names);
  for (const kind of PART_KINDS) {
    const step = CHANCE_STEPS.findLast((one) => chances[kind] >= one);
    if (step !== undefined) addPart(part[kind](step));
  }
}

/** By kind of part: its name with the chance. */
const PARTS = oncePerNames((names) => ({
  direction: countedName(names, "part direction"),
  scene: countedName(names, "part scene"),
  reference: countedName(names, "part reference"),
  complaint: countedName(names, "part complaint"),
  logistics: countedName(names, "part logistics"),
}));

function addWordsAround(
  features: TextFeature[],
  numbered: NumberedPassage,
  { at, to }: FoundPhrase,
  sentence: Sentence,
): void {
  const { passage, names, keyAt } = numbered;
  const { tokens } = passage;
  const edge = names.of("edge");
  features.push(
    names.join(names.of("gap before"), names.of(tokens[at]?.gap ?? "")),
    names.join(names.of("gap after"), names.of(tokens[to]?.gap ?? "end")),
  );
  const keyNear = (place: number): TextFeature => (place < sentence.from || place >= sentence.to ? edge : keyAt(place));
  const join = (name: string, place: number): TextFeature => names.join(names.of(name), keyNear(place));
  for (const [step, [before, after]] of NEAR_WORDS.entries())
    features.push(join(before, at - 1 - step), join(after, to + step));
  features.push(names.join(join("before", at - 2), keyNear(at - 1)), names.join(join("after", to), keyNear(to + 1)));
  const left = names.of("left");
  const firstLeft = features.length;
  for (let place = Math.max(sentence.from, at - REACH); place < at; place++)
    addOnce(features, firstLeft, names.join(left, keyAt(place)));
  const right = names.of("right");
  const firstRight = features.length;
  for (let place = to; place < Math.min(sentence.to, to + REACH); place++)
    addOnce(features, firstRight, names.join(right, keyAt(place)));
}

/** Adds whether a phrase is quoted, in brackets, or its entire sentence. */
function addSignsAround(
  features: TextFeature[],
  { passage: { tokens, text }, names }: NumberedPassage,
  { at, to }: FoundPhrase,
  sentence: Sentence,
): void {
  const start = tokens[at]?.start ?? 0;
  const before = text.slice(Math.max(0, start - 2), start).trimEnd();
  if (sentence.to - sentence.from <= to - at) features.push(names.of("alone"));
  if (QUOTES.has(before.slice(-1))) features.push(names.of("quoted"));
  if (isInBrackets(text, tokens[sentence.from]?.start ?? 0)) features.push(names.of("bracket"));
}

const QUOTES: ReadonlySet<string> = new Set(['"', "“", "„", "«"]);

function isInBrackets(text: string, place: number): boolean {
  const near = text.slice(Math.max(0, place - LOOK_BACK_MAX), place);
  return near.includes("(") && near.lastIndexOf("(") > near.lastIndexOf(")");
}

/** Adds the nearest cue of the sentence on each side. */
function addCuesAround(
  features: TextFeature[],
  { names }: NumberedPassage,
  { at, to }: FoundPhrase,
  { cues }: Sentence,
): void {
  const left = lastBefore(cues, at);
  const right = cues[firstFrom(cues, to)];
  if (left === undefined) features.push(names.of("no cue left"));
  else addWithReach(features, names, "cue left", left.kind, at - left.to);
  if (right === undefined) features.push(names.of("no cue right"));
  else addWithReach(features, names, "cue right", right.kind, right.from - to);
}

/** Adds the nearest words of each attitude on both sides. */
function addAttitudesAround(
  features: TextFeature[],
  { names }: NumberedPassage,
  { at, to }: FoundPhrase,
  { byAttitude }: Sentence,
): void {
  for (const { attitude, words } of byAttitude) {
    const left = lastBefore(words, at);
    const right = words[firstFrom(words, to)];
    if (left !== undefined) addWithReach(features, names, "attitude left", attitude, at - left.to);
    if (right !== undefined) addWithReach(features, names, "attitude right", attitude, right.from - to);
  }
}

/** Adds a name with a word, alone and with the number of words between. */
function addWithReach(features: TextFeature[], names: FeatureNames, name: string, word: string, words: number): void {
  const feature = names.join(names.of(name), names.of(word));
  features.push(feature, names.join(feature, names.of(reach(words))));
}

function reach(words: number): string {
  return words === 0 ? "next" : words <= 2 ? "near" : words <= 6 ? "within" : "far";
}

/** Adds the attitudes and cues between the commas around a phrase. */
function addClauseFeatures(
  features: TextFeature[],
  { passage: { tokens }, names, withKey }: NumberedPassage,
  { at, to }: FoundPhrase,
  sentence: Sentence,
): void {
  const isEnd = (place: number): boolean => CLAUSE_GAPS.has(tokens[place]?.gap ?? "none");
  let from = at;
  while (from > Math.max(sentence.from, at - CLAUSE_REACH) && !isEnd(from)) from--;
  let end = to;
  while (end < Math.min(sentence.to, to + CLAUSE_REACH) && !isEnd(end)) end++;
  const attitudes = new Set(wordsBetween(sentence.attitudes, from, end).map(({ attitude }) => attitude));
  const cues = new Set(wordsBetween(sentence.cues, from, end).map(({ kind }) => kind));
  features.push(names.join(names.of("clause says"), names.word([...attitudes].toSorted().join("+"))));
  for (const attitude of attitudes) features.push(names.join(names.of("clause"), names.of(attitude)));
  for (const kind of cues) features.push(names.join(names.of("clause cue"), names.of(kind)));
  features.push(
    withKey("clause opens", from),
    names.join(names.of("clause length"), names.of(String(Math.min(CLAUSE_WORDS_MAX, end - from)))),
  );
}

const CLAUSE_GAPS: ReadonlySet<Gap> = new Set<Gap>(["comma", "clause", "sentence"]);

function addNeighbours(
  features: TextFeature[],
  names: FeatureNames,
  phrases: readonly FoundPhrase[],
  number: number,
  sentence: Sentence,
): void {
  const phrase = phrases[number];
  if (phrase === undefined) return;
  const add = (name: string, one: FoundPhrase | undefined, wordsTo: (one: FoundPhrase) => number): void => {
    if (one === undefined || one.at < sentence.from || one.at >= sentence.to) return;
    const neighbour = names.join(names.of(name), names.of(facetOf(one)));
    features.push(names.join(neighbour, names.of(distance(wordsTo(one)))));
  };
  add("neighbour before", phrases[number - 1], (one) => phrase.at - one.to);
  add("neighbour after", phrases[number + 1], (one) => one.at - phrase.to);
}

function distance(words: number): string {
  return words === 0 ? "next" : words <= 2 ? "near" : "far";
}
