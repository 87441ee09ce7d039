import type { Steps } from "../../lib/steps.ts";
import type { Facet } from "../../../schema/song.ts";
import { isNumber } from "../../text/digits.ts";
import { perLexeme } from "../../text/lexeme.ts";
import type { Token } from "../../text/tokens.ts";
import { ATTITUDES, type AttitudeWords } from "../attitudes.ts";
import { addOnce, countedName, type FeatureNames, oncePerNames, type TextFeature } from "../features/feature-names.ts";
import type { Vocabulary } from "../vocabulary.ts";
import { meaningsOf } from "../word-meanings.ts";
import type { Segment } from "./segments.ts";

/** Letters of a word that count, so that inflections share a feature. */
const WORD_CHARS = 4;
/** Segments on each side whose form counts. */
const NEIGHBOURS = 2;
const WORDS_PER_STEP = 4;
const STEPS_MAX = 5;
const COUNTED_MAX = 3;
const QUARTERS = 4;
const MUSICAL_MIN = 3;

/** Returns the features of each segment: its words, its form, and the forms of its neighbours. */
export function* segmentFeatures(
  names: FeatureNames,
  text: string,
  segments: readonly Segment[],
  attitudes: readonly AttitudeWords[],
  vocabulary: Vocabulary,
): Steps<readonly (readonly TextFeature[])[]> {
  const forms: (readonly TextFeature[])[] = [];
  let to = 0;
  let next = 0;
  for (const segment of segments) {
    yield;
    to += segment.tokens.length;
    const first = next;
    while ((attitudes[next]?.from ?? to) < to) next++;
    forms.push([...formOf(names, text, segment, vocabulary), ...attitudeFeatures(names, attitudes.slice(first, next))]);
  }
  const counted = COUNTED(names);
  const features: (readonly TextFeature[])[] = [];
  for (const [at, segment] of segments.entries()) {
    yield;
    features.push([
      ...wordsOf(names, segment),
      counted.quarter(Math.floor((QUARTERS * at) / segments.length)),
      ...(forms[at] ?? []),
      ...neighbouring(names, forms, at),
    ]);
  }
  return features;
}

/** Returns which attitudes the words of a segment show, and how often. */
function attitudeFeatures(names: FeatureNames, attitudes: readonly AttitudeWords[]): readonly TextFeature[] {
  if (attitudes.length === 0) return [];
  return ATTITUDES.flatMap((attitude) => {
    const count = attitudes.filter((words) => words.attitude === attitude).length;
    if (count === 0) return [];
    const feature = names.join(names.of("attitude"), names.of(attitude));
    return [feature, names.join(feature, names.of(String(Math.min(COUNTED_MAX, count))))];
  });
}

function wordsOf(names: FeatureNames, { tokens }: Segment): readonly TextFeature[] {
  const features: TextFeature[] = [];
  const name = names.of("word");
  for (const { lexeme } of tokens) addOnce(features, 0, names.join(name, keyNumbers(names)(lexeme)));
  features.push(names.join(names.of("first"), names.word(keyOf(tokens[0]?.word ?? ""))));
  return features;
}

/** What a word counts as, kept with its lexeme. */
const keyNumbers = oncePerNames((names) => perLexeme(({ word }) => names.word(keyOf(word))));

function keyOf(word: string): string {
  return isNumber(word) ? "0".repeat(word.length) : word.slice(0, WORD_CHARS);
}

/** Returns the facets of the musical words, lengths and counts, and the signs of a segment. */
function formOf(
  names: FeatureNames,
  text: string,
  { start, end, tokens }: Segment,
  vocabulary: Vocabulary,
): readonly TextFeature[] {
  const written = text.slice(start, end);
  const facets = facetsOf(tokens, vocabulary);
  const counted = COUNTED(names);
  return [
    ...[...new Set(facets)].map((facet) => names.join(names.of("facet"), names.of(facet))),
    counted.musical(Math.min(COUNTED_MAX, facets.length)),
    counted.share(Math.floor((QUARTERS * facets.length) / Math.max(1, tokens.length))),
    counted.length(Math.min(STEPS_MAX, Math.floor(tokens.length / WORDS_PER_STEP))),
    counted.commas(Math.min(COUNTED_MAX, written.split(",").length - 1)),
    ...SIGNS.filter(([, pattern]) => pattern.test(written)).map(([name]) => names.of(name)),
  ];
}

const COUNTED = oncePerNames((names) => ({
  quarter: countedName(names, "quarter"),
  musical: countedName(names, "musical"),
  share: countedName(names, "share"),
  length: countedName(names, "length"),
  commas: countedName(names, "commas"),
}));

function facetsOf(tokens: readonly Token[], vocabulary: Vocabulary): readonly Facet[] {
  return tokens.flatMap(({ lexeme }) => meaningsOf(lexeme, vocabulary).facet ?? []);
}

/** Whether a segment lists musical terms: at least three, and at least a third of its words. */
export function isMusical({ tokens }: Segment, vocabulary: Vocabulary): boolean {
  return facetsOf(tokens, vocabulary).length >= Math.max(MUSICAL_MIN, tokens.length / 3);
}

const SIGNS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["sign capitals", /\p{Lu}{4}/u],
  ["sign slug line", /^\s*(?:INT|EXT|INNEN|AUSSEN|AUßEN)\b/u],
  ["sign quotes", /["“”«»„]/u],
  ["sign clock", /\d:\d\d/u],
  ["sign address", /@/u],
  ["sign digits", /\d/u],
  ["sign question", /\?/u],
  ["sign exclamation", /!/u],
  ["sign bullet", /^\s*(?:[-*•–]|\d+[.)])\s/u],
  ["sign cell", /[|\t]/u],
  ["sign label", /:\s*$/u],
];

function neighbouring(
  names: FeatureNames,
  forms: readonly (readonly TextFeature[])[],
  at: number,
): readonly TextFeature[] {
  return DISTANCES.flatMap((distance) => {
    const away = names.of(String(distance));
    return (forms[at + distance] ?? [names.of("edge")]).map((form) => names.join(away, form));
  });
}

const DISTANCES = Array.from({ length: NEIGHBOURS }, (_, step) => [-step - 1, step + 1]).flat();
