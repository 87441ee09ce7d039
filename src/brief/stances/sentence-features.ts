import type { Token } from "../../text/tokens.ts";
import type { Passage } from "../passage.ts";
import type { Sentence, Sentences } from "./sentences.ts";
import { wordKey } from "./word-key.ts";

/** A sentence of up to this many words is a remark on the one before. */
const SHORT = 5;
const SHORT_FOR_ATTITUDE = 6;

/** A verdict follows in at most this many sentences, each of at most so many words. */
const VERDICT_SENTENCES = 3;
const VERDICT_WORDS = 8;

/** Returns the features that all phrases of a sentence share: its form, its attitudes and those of its neighbours. */
export function sentenceFeatures(passage: Passage, { all }: Sentences, place: number): readonly string[] {
  const sentence = all[place];
  if (sentence === undefined) return [];
  return [
    ...formOf(passage, sentence),
    ...sides(sentence),
    ...attitudesOf(all[place - 1], "previous"),
    ...attitudesOf(all[place + 1], "next"),
    ...nextSentence(passage.tokens, all[place + 1]),
    ...previousSentence(passage.tokens, all[place - 1]),
    ...verdict(passage.tokens, all, place),
  ];
}

function formOf({ tokens, text }: Passage, { from, to, musical }: Sentence): readonly string[] {
  const [first, second] = [wordKey(tokens[from]?.word), wordKey(tokens[from + 1]?.word)];
  const start = tokens[from]?.start ?? 0;
  const end = tokens[to - 1]?.end ?? 0;
  const sign = /^[^\p{L}\p{N}]*/u.exec(text.slice(end, end + 4))?.[0] ?? "";
  const share = musical.length / Math.max(1, to - from);
  return [
    `opens ${first}`,
    `opens with ${first} ${second}`,
    ...(sign.includes("?") ? ["ends ?"] : []),
    ...(sign.includes("!") ? ["ends !"] : []),
    ...(/^[\s]*[-*•–✗✓✘x]/u.test(text.slice(Math.max(0, start - 3), start)) ? ["bullet"] : []),
    `length ${Math.min(5, Math.floor((to - from) / 4))}`,
    `musical ${Math.min(4, musical.length)}`,
    `density ${Math.min(4, Math.floor(share * 10))}`,
  ];
}

/** Returns the cues and attitudes of a sentence, and those before its first and after its last musical phrase. */
function sides({ cues, attitudes, musical }: Sentence): readonly string[] {
  const start = musical[0]?.at ?? 0;
  const end = musical.at(-1)?.to ?? start;
  const features = new Set<string>();
  const about = new Set<string>();
  for (const { from, to, kind } of cues) {
    features.add(`cue ${kind}`);
    if (from >= end) features.add(`tail cue ${kind}`);
    if (to <= start) features.add(`front cue ${kind}`);
  }
  for (const { from, to, attitude } of attitudes) {
    features.add(`attitude ${attitude}`);
    if (from >= end) features.add(`tail ${attitude}`);
    if (to <= start) features.add(`front ${attitude}`);
    if (attitude !== "story" && attitude !== "music") about.add(attitude);
  }
  return [...features, `says ${[...about].toSorted().join("+")}`];
}

function attitudesOf(sentence: Sentence | undefined, name: string): readonly string[] {
  if (sentence === undefined) return [];
  const isShort = sentence.to - sentence.from <= SHORT_FOR_ATTITUDE;
  const shown = new Set(sentence.attitudes.map(({ attitude }) => attitude));
  return [...shown].flatMap((attitude) => [`${name} ${attitude}`, ...(isShort ? [`short ${name} ${attitude}`] : [])]);
}

function nextSentence(tokens: readonly Token[], sentence: Sentence | undefined): readonly string[] {
  if (sentence === undefined) return ["last sentence"];
  const { from, to } = sentence;
  const [first, second] = [wordKey(tokens[from]?.word), wordKey(tokens[from + 1]?.word)];
  return to - from > SHORT
    ? [`next opens ${first}`]
    : [`short next ${first}`, `short next ${first} ${second}`, "short next"];
}

function previousSentence(tokens: readonly Token[], sentence: Sentence | undefined): readonly string[] {
  if (sentence === undefined) return ["first sentence"];
  const { from, to } = sentence;
  return to - from > SHORT ? [] : [`short previous ${wordKey(tokens[from]?.word)}`];
}

/** Returns what the next short sentences without musical phrases say: "Out.", "All closed.", "Never again, please." */
function verdict(tokens: readonly Token[], all: readonly Sentence[], place: number): readonly string[] {
  const features = new Set<string>();
  for (const { from, to, musical, attitudes, cues } of all.slice(place + 1, place + 1 + VERDICT_SENTENCES)) {
    if (to - from > VERDICT_WORDS || musical.length > 0) break;
    for (let at = from; at < to; at++) features.add(`verdict ${wordKey(tokens[at]?.word)}`);
    for (const { attitude } of attitudes) features.add(`verdict says ${attitude}`);
    for (const { kind } of cues) features.add(`verdict cue ${kind}`);
  }
  return [...features];
}
