import type { Steps } from "../../lib/steps.ts";
import { type Attitude, ATTITUDES, type AttitudeWords } from "../attitudes.ts";
import { PART_KINDS } from "../parts/part-kind.ts";
import type { Passage } from "../passage.ts";
import type { FoundPhrase } from "./find-phrases.ts";
import { headingFeatures } from "./heading-features.ts";
import { type Heading, headingsOf } from "./headings.ts";
import { listFeatures, listStarts } from "./link-features.ts";
import { sentenceFeatures } from "./sentence-features.ts";
import { type Sentence, sentencesOf } from "./sentences.ts";
import { wordKey } from "./word-key.ts";

/** Words right before and after a phrase whose distance counts. */
const NEAR_WORDS = 3;
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
  passage: Passage,
  phrases: readonly FoundPhrase[],
): Steps<readonly (readonly string[])[]> {
  const sentences = sentencesOf(passage, phrases);
  const headings = headingsOf(passage);
  const first = listStarts(phrases, (at) => sentences.byToken[at] ?? 0);
  const ofSentence = new Map<number, readonly string[]>();
  const ofHeading = new Map<Heading, readonly string[]>();
  const features: (readonly string[])[] = [];
  for (const [number, phrase] of phrases.entries()) {
    yield;
    const place = sentences.byToken[phrase.at] ?? 0;
    const sentence = sentences.all[place];
    if (phrase.meaning.concepts.length === 0 || sentence === undefined) {
      features.push([]);
      continue;
    }
    const shared = known(ofSentence, place, () => sentenceFeatures(passage, sentences, place));
    const above = (headings[phrase.at] ?? []).flatMap((heading) =>
      known(ofHeading, heading, () => headingFeatures(passage, heading, sentences)),
    );
    const start = first[number];
    features.push([
      ...ownFeatures(passage, phrase),
      ...rulesAndParts(passage, phrase),
      ...wordsAround(passage, phrase, sentence),
      ...signsAround(passage, phrase, sentence),
      ...cuesAround(sentence, phrase),
      ...attitudesAround(sentence, phrase),
      ...clauseFeatures(passage, phrase, sentence),
      ...neighbours(phrases, number, sentence),
      ...(start === undefined || start === phrase ? [] : listFeatures(passage, start, sentence)),
      ...shared,
      ...above,
    ]);
  }
  return features;
}

/** Returns what is stored for a key, or makes and stores it. */
function known<Key>(store: Map<Key, readonly string[]>, key: Key, make: () => readonly string[]): readonly string[] {
  const stored = store.get(key);
  if (stored !== undefined) return stored;
  const made = make();
  store.set(key, made);
  return made;
}

function facetOf({ meaning }: FoundPhrase): string {
  return meaning.concepts[0]?.facet ?? "scene";
}

function ownFeatures({ tokens, text }: Passage, phrase: FoundPhrase): readonly string[] {
  const { at, to, meaning } = phrase;
  const own = tokens.slice(at, to);
  const first = own[0];
  const isInside = first !== undefined && first.gap !== "sentence";
  const isCapital = first !== undefined && /^\p{Lu}/u.test(text.slice(first.start, first.end));
  const isShout = first !== undefined && /^\p{Lu}{3}/u.test(text.slice(first.start, first.end));
  return [
    `concept ${meaning.concepts[0]?.name ?? ""}`,
    `said ${own.map(({ word }) => word).join(" ")}`,
    `facet ${facetOf(phrase)}`,
    `words ${Math.min(COUNTED_MAX, own.length)}`,
    ...(meaning.strength < 1 ? ["in part"] : []),
    ...(isInside && isCapital && !isShout ? ["capital inside"] : []),
    ...(/^\d/.test(first?.word ?? "") ? ["number"] : []),
    ...(first?.gap === "hyphen" && tokens[at - 1]?.word === "non" ? ["after non-"] : []),
  ];
}

/** Returns the negation that the rules see and the likely parts of the text, also with the facet. */
function rulesAndParts({ polarity, parts }: Passage, phrase: FoundPhrase): readonly string[] {
  const facet = facetOf(phrase);
  const rule = `rule ${polarity[phrase.at] ?? 1}`;
  const chances = parts?.byToken[phrase.at]?.chances;
  const likely =
    chances === undefined
      ? ["short text"]
      : PART_KINDS.flatMap((kind) => {
          const step = CHANCE_STEPS.findLast((one) => chances[kind] >= one);
          return step === undefined ? [] : [`part ${kind} ${step}`];
        });
  return [rule, `${rule} ${facet}`, ...likely.flatMap((part) => [part, `${part} ${facet}`, `${part} ${rule}`])];
}

function wordsAround({ tokens }: Passage, { at, to }: FoundPhrase, sentence: Sentence): readonly string[] {
  const features = new Set([`gap before ${tokens[at]?.gap ?? ""}`, `gap after ${tokens[to]?.gap ?? "end"}`]);
  const wordAt = (place: number): string =>
    place < sentence.from || place >= sentence.to ? "edge" : wordKey(tokens[place]?.word);
  for (let step = 1; step <= NEAR_WORDS; step++) {
    features.add(`-${step} ${wordAt(at - step)}`).add(`+${step} ${wordAt(to - 1 + step)}`);
  }
  features.add(`before ${wordAt(at - 2)} ${wordAt(at - 1)}`).add(`after ${wordAt(to)} ${wordAt(to + 1)}`);
  for (let place = Math.max(sentence.from, at - REACH); place < at; place++) features.add(`left ${wordAt(place)}`);
  for (let place = to; place < Math.min(sentence.to, to + REACH); place++) features.add(`right ${wordAt(place)}`);
  return [...features];
}

/** Returns whether a phrase is quoted, in brackets, or its entire sentence. */
function signsAround({ tokens, text }: Passage, { at, to }: FoundPhrase, sentence: Sentence): readonly string[] {
  const start = tokens[at]?.start ?? 0;
  return [
    ...(sentence.to - sentence.from <= to - at ? ["alone"] : []),
    ...(/["“„«]\s?$/u.test(text.slice(Math.max(0, start - 2), start)) ? ["quoted"] : []),
    ...(isInBrackets(text, tokens[sentence.from]?.start ?? 0) ? ["bracket"] : []),
  ];
}

function isInBrackets(text: string, place: number): boolean {
  const near = text.slice(Math.max(0, place - LOOK_BACK_MAX), place);
  return near.lastIndexOf("(") > near.lastIndexOf(")");
}

/** Returns the nearest cue of the sentence on each side. */
function cuesAround({ cues }: Sentence, { at, to }: FoundPhrase): readonly string[] {
  const left = cues.findLast((cue) => cue.to <= at);
  const right = cues.find((cue) => cue.from >= to);
  return [
    ...(left === undefined
      ? ["no cue left"]
      : [`cue left ${left.kind}`, `cue left ${left.kind} ${reach(at - left.to)}`]),
    ...(right === undefined
      ? ["no cue right"]
      : [`cue right ${right.kind}`, `cue right ${right.kind} ${reach(right.from - to)}`]),
  ];
}

/** Returns the nearest words of each attitude on both sides. */
function attitudesAround({ attitudes }: Sentence, { at, to }: FoundPhrase): readonly string[] {
  const before = new Map<Attitude, AttitudeWords>();
  const after = new Map<Attitude, AttitudeWords>();
  for (const words of attitudes) {
    if (words.to <= at) before.set(words.attitude, words);
    else if (words.from >= to && !after.has(words.attitude)) after.set(words.attitude, words);
  }
  return ATTITUDES.flatMap((attitude) => {
    const [left, right] = [before.get(attitude), after.get(attitude)];
    return [
      ...(left === undefined ? [] : [`attitude left ${attitude}`, `attitude left ${attitude} ${reach(at - left.to)}`]),
      ...(right === undefined
        ? []
        : [`attitude right ${attitude}`, `attitude right ${attitude} ${reach(right.from - to)}`]),
    ];
  });
}

function reach(words: number): string {
  return words === 0 ? "next" : words <= 2 ? "near" : words <= 6 ? "within" : "far";
}

/** Returns the attitudes and cues between the commas around a phrase. */
function clauseFeatures({ tokens }: Passage, { at, to }: FoundPhrase, sentence: Sentence): readonly string[] {
  const isEnd = (place: number): boolean => ["comma", "clause", "sentence"].includes(tokens[place]?.gap ?? "");
  let from = at;
  while (from > Math.max(sentence.from, at - CLAUSE_REACH) && !isEnd(from)) from--;
  let end = to;
  while (end < Math.min(sentence.to, to + CLAUSE_REACH) && !isEnd(end)) end++;
  const isInside = (words: { readonly from: number }): boolean => words.from >= from && words.from < end;
  const attitudes = new Set(sentence.attitudes.filter(isInside).map(({ attitude }) => attitude));
  const cues = new Set(sentence.cues.filter(isInside).map(({ kind }) => kind));
  return [
    `clause says ${[...attitudes].toSorted().join("+")}`,
    ...[...attitudes].map((attitude) => `clause ${attitude}`),
    ...[...cues].map((kind) => `clause cue ${kind}`),
    `clause opens ${wordKey(tokens[from]?.word)}`,
    `clause length ${Math.min(CLAUSE_WORDS_MAX, end - from)}`,
  ];
}

function neighbours(phrases: readonly FoundPhrase[], number: number, sentence: Sentence): readonly string[] {
  const phrase = phrases[number];
  if (phrase === undefined) return [];
  const isWithin = (one: FoundPhrase | undefined): one is FoundPhrase =>
    one !== undefined && one.at >= sentence.from && one.at < sentence.to;
  const [before, after] = [phrases[number - 1], phrases[number + 1]];
  return [
    ...(isWithin(before) ? [`neighbour before ${facetOf(before)} ${distance(phrase.at - before.to)}`] : []),
    ...(isWithin(after) ? [`neighbour after ${facetOf(after)} ${distance(after.at - phrase.to)}`] : []),
  ];
}

function distance(words: number): string {
  return words === 0 ? "next" : words <= 2 ? "near" : "far";
}
