import type { Steps } from "../../lib/steps.ts";
import type { Facet } from "../../../schema/song.ts";
import type { Token } from "../../text/tokens.ts";
import { ATTITUDES, type AttitudeWords } from "../attitudes.ts";
import type { Vocabulary } from "../vocabulary.ts";
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
  text: string,
  segments: readonly Segment[],
  attitudes: readonly AttitudeWords[],
  vocabulary: Vocabulary,
): Steps<readonly (readonly string[])[]> {
  const forms: string[][] = [];
  let to = 0;
  let next = 0;
  for (const segment of segments) {
    yield;
    to += segment.tokens.length;
    const first = next;
    while ((attitudes[next]?.from ?? to) < to) next++;
    forms.push([...formOf(text, segment, vocabulary), ...attitudeFeatures(attitudes.slice(first, next))]);
  }
  const features: string[][] = [];
  for (const [at, segment] of segments.entries()) {
    yield;
    features.push([
      ...wordsOf(segment),
      `quarter ${Math.floor((QUARTERS * at) / segments.length)}`,
      ...(forms[at] ?? []),
      ...neighbouring(forms, at),
    ]);
  }
  return features;
}

/** Returns which attitudes the words of a segment show, and how often. */
function attitudeFeatures(attitudes: readonly AttitudeWords[]): readonly string[] {
  return ATTITUDES.flatMap((attitude) => {
    const count = attitudes.filter((words) => words.attitude === attitude).length;
    return count === 0 ? [] : [`attitude ${attitude}`, `attitude ${attitude} ${Math.min(COUNTED_MAX, count)}`];
  });
}

function wordsOf({ tokens }: Segment): readonly string[] {
  const words = tokens.map(({ word }) => keyOf(word));
  return [...new Set(words.map((word) => `word ${word}`)), `first ${words[0] ?? ""}`];
}

function keyOf(word: string): string {
  return /^\d+$/.test(word) ? "0".repeat(word.length) : word.slice(0, WORD_CHARS);
}

/** Returns the facets of the musical words, lengths and counts, and the signs of a segment. */
function formOf(text: string, { start, end, tokens }: Segment, vocabulary: Vocabulary): string[] {
  const written = text.slice(start, end);
  const facets = facetsOf(tokens, vocabulary);
  return [
    ...new Set(facets.map((facet) => `facet ${facet}`)),
    `musical ${Math.min(COUNTED_MAX, facets.length)}`,
    `share ${Math.floor((QUARTERS * facets.length) / Math.max(1, tokens.length))}`,
    `length ${Math.min(STEPS_MAX, Math.floor(tokens.length / WORDS_PER_STEP))}`,
    `commas ${Math.min(COUNTED_MAX, written.split(",").length - 1)}`,
    ...SIGNS.filter(([, pattern]) => pattern.test(written)).map(([name]) => `sign ${name}`),
  ];
}

function facetsOf(tokens: readonly Token[], vocabulary: Vocabulary): readonly Facet[] {
  return tokens.flatMap(({ word, stem }) => vocabulary.meaning(word, stem)?.concepts[0]?.facet ?? []);
}

/** Whether a segment lists musical terms: at least three, and at least a third of its words. */
export function isMusical({ tokens }: Segment, vocabulary: Vocabulary): boolean {
  return facetsOf(tokens, vocabulary).length >= Math.max(MUSICAL_MIN, tokens.length / 3);
}

const SIGNS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["capitals", /\p{Lu}{4}/u],
  ["slug line", /^\s*(?:INT|EXT|INNEN|AUSSEN|AUßEN)\b/u],
  ["quotes", /["“”«»„]/u],
  ["clock", /\d:\d\d/u],
  ["address", /@/u],
  ["digits", /\d/u],
  ["question", /\?/u],
  ["exclamation", /!/u],
  ["bullet", /^\s*(?:[-*•–]|\d+[.)])\s/u],
  ["cell", /[|\t]/u],
  ["label", /:\s*$/u],
];

function neighbouring(forms: readonly (readonly string[])[], at: number): readonly string[] {
  return DISTANCES.flatMap((distance) => (forms[at + distance] ?? ["edge"]).map((form) => `${distance} ${form}`));
}

const DISTANCES = Array.from({ length: NEIGHBOURS }, (_, step) => [-step - 1, step + 1]).flat();
