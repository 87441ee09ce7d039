import type { Steps } from "../../lib/steps.ts";
import type { Gap, Token } from "../../text/tokens.ts";
import { ATTITUDES, type AttitudeWords } from "../attitudes.ts";
import { PART_KINDS } from "../parts/part-kind.ts";
import type { Passage } from "../passage.ts";
import { type CueWords, cueWords } from "./cue-words.ts";
import type { FoundPhrase } from "./find-phrases.ts";
import { type Heading, headingsOf } from "./headings.ts";
import type { Stance } from "./stance.ts";

/** Letters of a word that count, so that inflections share a feature. */
const WORD_CHARS = 5;
/** Words right before and after a phrase whose distance counts. */
const NEAR_WORDS = 3;
/** Words of the sentence before and after a phrase that count at any distance. */
const REACH = 9;
const COUNTED_MAX = 3;
/** Labels and brackets are looked for in this many characters before a phrase. */
const LOOK_BACK_MAX = 300;
/** Chances of a part are rounded down to these. */
const CHANCE_STEPS = [0.15, 0.4, 0.7];

/** A sentence: tokens `from` to before `to`. */
interface Sentence {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the features of a phrase, apart from the stance of the phrase before: its words, the words around it, the
 * negation that the rules see, the part of the text, and the form of the sentence.
 */
export function* stanceFeatures(
  passage: Passage,
  phrases: readonly FoundPhrase[],
): Steps<readonly (readonly string[])[]> {
  const sentences = sentencesOf(passage.tokens);
  const allCues = cueWords(passage.tokens);
  const headings = headingsOf(passage);
  const seen = new Map<Heading, readonly string[]>();
  const cues = bySentence(allCues, ({ from }) => from, sentences);
  const attitudes = bySentence(passage.attitudes, ({ from }) => from, sentences);
  const musical = bySentence(
    phrases.filter(({ meaning }) => meaning.concepts.length > 0),
    ({ at }) => at,
    sentences,
  );
  const features: string[][] = [];
  for (const [number, phrase] of phrases.entries()) {
    yield;
    if (phrase.meaning.concepts.length === 0) {
      features.push([]);
      continue;
    }
    const place = sentences.byToken[phrase.at] ?? 0;
    const sentence = sentences.all[place] ?? { from: 0, to: passage.tokens.length };
    const facet = facetOf(phrase);
    const rule = `rule ${passage.polarity[phrase.at] ?? 1}`;
    features.push([
      ...ownFeatures(passage, phrase),
      rule,
      `${rule} ${facet}`,
      ...partFeatures(passage, phrase.at).flatMap((part) => [part, `${part} ${facet}`, `${part} ${rule}`]),
      ...wordsAround(passage, phrase, sentence),
      ...cuesAround(cues[place] ?? [], phrase),
      ...attitudesAround(attitudes[place] ?? [], phrase),
      ...attitudesOf(attitudes[place - 1] ?? [], sentences.all[place - 1], "previous"),
      ...attitudesOf(attitudes[place + 1] ?? [], sentences.all[place + 1], "next"),
      ...neighbours(phrases, number, sentence),
      ...densityOf(musical[place]?.length ?? 0, sentence),
      ...sentenceFeatures(passage, sentence, phrase),
      ...nextSentence(passage.tokens, sentences.all[place + 1]),
      ...previousSentence(passage.tokens, sentences.all[place - 1]),
      ...(headings[phrase.at] ?? []).flatMap((heading) => headingFeatures(passage, heading, allCues, seen)),
      ...clauseFeatures(passage.tokens, phrase, sentence, attitudes[place] ?? [], cues[place] ?? []),
      ...verdictFeatures(passage.tokens, place, sentences.all, { cues, attitudes, musical }),
      ...tailFeatures(phrase, { cues: cues[place] ?? [], attitudes: attitudes[place] ?? [], musical: musical[place] ?? [] }),
      ...listFeatures(passage, phrases, number, sentence, attitudes[place] ?? []),
    ]);
  }
  return features;
}

function headingFeatures(
  passage: Passage,
  heading: Heading,
  cues: readonly CueWords[],
  seen: Map<Heading, readonly string[]>,
): readonly string[] {
  const known = seen.get(heading);
  if (known !== undefined) return known;
  const { kind, from, to } = heading;
  const inside = ({ from: first }: { readonly from: number }): boolean => first >= from && first < to;
  const features = new Set<string>([kind]);
  for (let at = from; at < to; at++) {
    features.add(`${kind} ${keyOf(passage.tokens[at]?.word ?? "")}`);
    features.add(`heads ${keyOf(passage.tokens[at]?.word ?? "")}`);
  }
  const shown = [
    ...passage.attitudes.filter(inside).map(({ attitude }) => attitude),
    ...cues.filter(inside).map((cue) => `cue ${cue.kind}`),
  ];
  for (const one of shown) {
    features.add(`${kind} ${one}`);
    features.add(`heads ${one}`);
  }
  features.add(`heads all ${[...new Set(shown)].toSorted().join("+")}`);
  seen.set(heading, [...features]);
  return [...features];
}

interface InSentences {
  readonly cues: readonly (readonly CueWords[])[];
  readonly attitudes: readonly (readonly AttitudeWords[])[];
  readonly musical: readonly (readonly FoundPhrase[])[];
}

/** Returns what the next short sentences without musical terms say: "Out.", "All closed.", "Never again, please." */
function verdictFeatures(
  tokens: readonly Token[],
  place: number,
  sentences: readonly Sentence[],
  { cues, attitudes, musical }: InSentences,
): readonly string[] {
  const features: string[] = [];
  for (let next = place + 1; next <= place + 3; next++) {
    const sentence = sentences[next];
    if (sentence === undefined || sentence.to - sentence.from > 8 || (musical[next]?.length ?? 0) > 0) break;
    for (let at = sentence.from; at < sentence.to; at++) features.push(`verdict ${keyOf(tokens[at]?.word ?? "")}`);
    for (const { attitude } of attitudes[next] ?? []) features.push(`verdict says ${attitude}`);
    for (const { kind } of cues[next] ?? []) features.push(`verdict cue ${kind}`);
  }
  return [...new Set(features)];
}

/** Returns what a sentence says after its last musical term. */
function tailFeatures(
  phrase: FoundPhrase,
  {
    cues,
    attitudes,
    musical,
  }: {
    readonly cues: readonly CueWords[];
    readonly attitudes: readonly AttitudeWords[];
    readonly musical: readonly FoundPhrase[];
  },
): readonly string[] {
  const end = musical.at(-1)?.to ?? phrase.to;
  const start = musical[0]?.at ?? phrase.at;
  return [
    ...new Set([
      ...attitudes.filter(({ from }) => from >= end).map(({ attitude }) => `tail ${attitude}`),
      ...cues.filter(({ from }) => from >= end).map(({ kind }) => `tail cue ${kind}`),
      ...attitudes.filter(({ to }) => to <= start).map(({ attitude }) => `front ${attitude}`),
      ...cues.filter(({ to }) => to <= start).map(({ kind }) => `front cue ${kind}`),
    ]),
    `says ${[...new Set(attitudes.map(({ attitude }) => attitude).filter((one) => one !== "story" && one !== "music"))].toSorted().join("+")}`,
  ];
}

function clauseFeatures(
  tokens: readonly Token[],
  { at, to }: FoundPhrase,
  sentence: Sentence,
  attitudes: readonly AttitudeWords[],
  cues: readonly CueWords[],
): readonly string[] {
  const ends = (place: number): boolean => ["comma", "clause", "sentence"].includes(tokens[place]?.gap ?? "");
  let from = at;
  while (from > sentence.from && !ends(from)) from--;
  let end = to;
  while (end < sentence.to && !ends(end)) end++;
  const inside = (one: { readonly from: number }): boolean => one.from >= from && one.from < end;
  return [
    `clause says ${[...new Set(attitudes.filter(inside).map(({ attitude }) => attitude))].toSorted().join("+")}`,
    ...new Set(attitudes.filter(inside).map(({ attitude }) => `clause ${attitude}`)),
    ...new Set(cues.filter(inside).map(({ kind }) => `clause cue ${kind}`)),
    `clause opens ${keyOf(tokens[from]?.word ?? "")}`,
    `clause length ${Math.min(6, end - from)}`,
  ];
}

/** Returns what stands before the first item of the list that a phrase belongs to. */
function listFeatures(
  { tokens }: Passage,
  phrases: readonly FoundPhrase[],
  number: number,
  sentence: Sentence,
  attitudes: readonly AttitudeWords[],
): readonly string[] {
  let first = number;
  while (first > 0) {
    const [before, here] = [phrases[first - 1], phrases[first]];
    if (before === undefined || here === undefined || before.at < sentence.from || here.at - before.to > 2) break;
    first--;
  }
  const at = phrases[first]?.at ?? 0;
  if (first === number) return [];
  const word = (place: number): string => (place < sentence.from ? "edge" : keyOf(tokens[place]?.word ?? ""));
  const left = attitudes.findLast(({ to }) => to <= at && to > at - 4);
  return [
    `list -1 ${word(at - 1)}`,
    `list ${word(at - 2)} ${word(at - 1)}`,
    ...(left ? [`list after ${left.attitude}`] : []),
  ];
}

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
  if (farthest === "sentence") return to - from > 6 ? "far sentence" : "sentence";
  const between = tokens.slice(from, to).map(({ word }) => keyOf(word));
  if (between.length > 2) return `${farthest} many`;
  return [farthest, ...between].join(" ");
}

const GAPS: readonly Gap[] = ["none", "hyphen", "space", "comma", "clause", "sentence"];

function facetOf({ meaning }: FoundPhrase): string {
  return meaning.concepts[0]?.facet ?? "scene";
}

function ownFeatures({ tokens, text }: Passage, { at, to, meaning }: FoundPhrase): readonly string[] {
  const own = tokens.slice(at, to);
  const first = own[0];
  const isInside = first !== undefined && first.gap !== "sentence";
  const isCapital = first !== undefined && /^\p{Lu}/u.test(text.slice(first.start, first.end));
  const isShout = first !== undefined && /^\p{Lu}{3}/u.test(text.slice(first.start, first.end));
  return [
    `concept ${meaning.concepts[0]?.name ?? ""}`,
    `said ${own.map(({ word }) => word).join(" ")}`,
    `facet ${facetOf({ at, to, meaning, secondPart: null })}`,
    `words ${Math.min(COUNTED_MAX, own.length)}`,
    ...(meaning.strength < 1 ? ["in part"] : []),
    ...(isInside && isCapital && !isShout ? ["capital inside"] : []),
    ...(/^\d/.test(first?.word ?? "") ? ["number"] : []),
    ...(first?.gap === "hyphen" && tokens[at - 1]?.word === "non" ? ["after non-"] : []),
  ];
}

function partFeatures({ parts }: Passage, at: number): readonly string[] {
  const chances = parts?.byToken[at]?.chances;
  if (chances === undefined) return ["short text"];
  return PART_KINDS.flatMap((kind) => {
    const step = CHANCE_STEPS.findLast((one) => chances[kind] >= one);
    return step === undefined ? [] : [`part ${kind} ${step}`];
  });
}

function wordsAround({ tokens }: Passage, { at, to }: FoundPhrase, sentence: Sentence): readonly string[] {
  const features: string[] = [`gap before ${tokens[at]?.gap ?? ""}`, `gap after ${tokens[to]?.gap ?? "end"}`];
  const wordAt = (place: number): string =>
    place < sentence.from || place >= sentence.to ? "edge" : keyOf(tokens[place]?.word ?? "");
  for (let step = 1; step <= NEAR_WORDS; step++) {
    features.push(`-${step} ${wordAt(at - step)}`, `+${step} ${wordAt(to - 1 + step)}`);
  }
  features.push(`before ${wordAt(at - 2)} ${wordAt(at - 1)}`, `after ${wordAt(to)} ${wordAt(to + 1)}`);
  for (let place = Math.max(sentence.from, at - REACH); place < at; place++) features.push(`left ${wordAt(place)}`);
  for (let place = to; place < Math.min(sentence.to, to + REACH); place++) features.push(`right ${wordAt(place)}`);
  return [...new Set(features)];
}

/** Returns the nearest cue of the sentence on each side, and all cues of the sentence. */
function cuesAround(here: readonly CueWords[], { at, to }: FoundPhrase): readonly string[] {
  const left = here.findLast((cue) => cue.to <= at);
  const right = here.find((cue) => cue.from >= to);
  return [
    ...(left === undefined
      ? ["no cue left"]
      : [`cue left ${left.kind}`, `cue left ${left.kind} ${reach(at - left.to)}`]),
    ...(right === undefined
      ? ["no cue right"]
      : [`cue right ${right.kind}`, `cue right ${right.kind} ${reach(right.from - to)}`]),
    ...new Set(here.map(({ kind }) => `cue ${kind}`)),
  ];
}

/** Returns the attitudes of the sentence, with the nearest words of each on both sides. */
function attitudesAround(here: readonly AttitudeWords[], { at, to }: FoundPhrase): readonly string[] {
  return ATTITUDES.flatMap((attitude) => {
    const own = here.filter((words) => words.attitude === attitude);
    const left = own.findLast((words) => words.to <= at);
    const right = own.find(({ from }) => from >= to);
    return [
      ...(own.length === 0 ? [] : [`attitude ${attitude}`]),
      ...(left === undefined ? [] : [`attitude left ${attitude}`, `attitude left ${attitude} ${reach(at - left.to)}`]),
      ...(right === undefined
        ? []
        : [`attitude right ${attitude}`, `attitude right ${attitude} ${reach(right.from - to)}`]),
    ];
  });
}

function attitudesOf(here: readonly AttitudeWords[], sentence: Sentence | undefined, name: string): readonly string[] {
  if (sentence === undefined) return [];
  const isShort = sentence.to - sentence.from <= 6;
  return [...new Set(here.map(({ attitude }) => attitude))].flatMap((attitude) => [
    `${name} ${attitude}`,
    ...(isShort ? [`short ${name} ${attitude}`] : []),
  ]);
}

function reach(words: number): string {
  return words === 0 ? "next" : words <= 2 ? "near" : words <= 6 ? "within" : "far";
}

function neighbours(phrases: readonly FoundPhrase[], number: number, sentence: Sentence): readonly string[] {
  const phrase = phrases[number];
  if (phrase === undefined) return [];
  const within = (one: FoundPhrase | undefined): one is FoundPhrase =>
    one !== undefined && one.at >= sentence.from && one.at < sentence.to;
  const [before, after] = [phrases[number - 1], phrases[number + 1]];
  const features: string[] = [];
  if (within(before)) features.push(`neighbour before ${facetOf(before)} ${distance(phrase.at - before.to)}`);
  if (within(after)) features.push(`neighbour after ${facetOf(after)} ${distance(after.at - phrase.to)}`);
  return features;
}

/** Returns how many musical phrases a sentence has, and their share of its words. */
function densityOf(musical: number, { from, to }: Sentence): readonly string[] {
  const share = musical / Math.max(1, to - from);
  return [`musical ${Math.min(4, musical)}`, `density ${Math.min(4, Math.floor(share * 10))}`];
}

function distance(words: number): string {
  return words === 0 ? "next" : words <= 2 ? "near" : "far";
}

function sentenceFeatures({ tokens, text }: Passage, { from, to }: Sentence, phrase: FoundPhrase): readonly string[] {
  const start = tokens[from]?.start ?? 0;
  const end = tokens[to - 1]?.end ?? 0;
  const sign = /^[^\p{L}\p{N}]*/u.exec(text.slice(end, end + 4))?.[0] ?? "";
  const label = labelBefore(text, tokens[phrase.at]?.start ?? 0);
  const heading = /[\p{L}\p{N}]+/u.exec(label)?.[0]?.toLowerCase() ?? "";
  return [
    `opens ${keyOf(tokens[from]?.word ?? "")}`,
    `opens with ${keyOf(tokens[from]?.word ?? "")} ${keyOf(tokens[from + 1]?.word ?? "")}`,
    ...(sign.includes("?") ? ["ends ?"] : []),
    ...(sign.includes("!") ? ["ends !"] : []),
    ...(heading === "" ? [] : [`heading ${keyOf(heading)}`]),
    ...(/^[\s]*[-*•–✗✓✘x]/u.test(text.slice(Math.max(0, start - 3), start)) ? ["bullet"] : []),
    `length ${Math.min(5, Math.floor((to - from) / 4))}`,
    ...(to - from <= phrase.to - phrase.at ? ["alone"] : []),
    ...(quoted(text, tokens[phrase.at]?.start ?? 0) ? ["quoted"] : []),
    ...(isInBrackets(text, start) ? ["bracket"] : []),
  ];
}

/** Returns the label of the line ("Avoid:") that contains a place; "" without one. */
function labelBefore(text: string, place: number): string {
  const near = text.slice(Math.max(0, place - LOOK_BACK_MAX), place);
  const line = near.slice(near.lastIndexOf("\n") + 1);
  return line.length === LOOK_BACK_MAX ? "" : (/^[^:]{1,40}:(?=[^:]*$)/u.exec(line)?.[0] ?? "");
}

function isInBrackets(text: string, place: number): boolean {
  const near = text.slice(Math.max(0, place - LOOK_BACK_MAX), place);
  return near.lastIndexOf("(") > near.lastIndexOf(")");
}

function quoted(text: string, place: number): boolean {
  return /["“„«]\s?$/u.test(text.slice(Math.max(0, place - 2), place));
}

function nextSentence(tokens: readonly Token[], sentence: Sentence | undefined): readonly string[] {
  if (sentence === undefined) return ["last sentence"];
  const length = sentence.to - sentence.from;
  const [first, second] = [tokens[sentence.from], tokens[sentence.from + 1]].map((token) => keyOf(token?.word ?? ""));
  return length > 5 ? [`next opens ${first}`] : [`short next ${first}`, `short next ${first} ${second}`, "short next"];
}

function previousSentence(tokens: readonly Token[], sentence: Sentence | undefined): readonly string[] {
  if (sentence === undefined) return ["first sentence"];
  const first = keyOf(tokens[sentence.from]?.word ?? "");
  return sentence.to - sentence.from > 5 ? [] : [`short previous ${first}`];
}

/** Groups items by the sentence that contains them, so that a phrase reads those of its sentence only. */
function bySentence<Item>(
  items: readonly Item[],
  placeOf: (item: Item) => number,
  { all, byToken }: ReturnType<typeof sentencesOf>,
): readonly (readonly Item[])[] {
  const groups: Item[][] = all.map(() => []);
  for (const item of items) groups[byToken[placeOf(item)] ?? 0]?.push(item);
  return groups;
}

/** Sentences also end at line breaks. */
function sentencesOf(tokens: readonly Token[]): {
  readonly all: readonly Sentence[];
  readonly byToken: readonly number[];
} {
  const all: { from: number; to: number }[] = [];
  const byToken: number[] = [];
  tokens.forEach((token, at) => {
    if (all.length === 0 || token.gap === "sentence") all.push({ from: at, to: at });
    const last = all.at(-1);
    if (last !== undefined) last.to = at + 1;
    byToken.push(all.length - 1);
  });
  return { all, byToken };
}

function keyOf(word: string): string {
  return /^\d+$/.test(word) ? "0".repeat(word.length) : word.slice(0, WORD_CHARS);
}
