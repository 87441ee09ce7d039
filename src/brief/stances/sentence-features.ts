import { addOnce, countedName, oncePerNames, type TextFeature } from "../features/feature-names.ts";
import type { NumberedPassage } from "./numbered-passage.ts";
import type { Sentence, Sentences } from "./sentences.ts";

/** A sentence of up to this many words is a remark on the one before. */
const SHORT = 5;
const SHORT_FOR_ATTITUDE = 6;

/** A verdict follows in at most this many sentences, each of at most so many words. */
const VERDICT_SENTENCES = 3;
const VERDICT_WORDS = 8;

/** Returns the features that all phrases of a sentence share: its form, its attitudes and those of its neighbours. */
export function sentenceFeatures(numbered: NumberedPassage, { all }: Sentences, place: number): readonly TextFeature[] {
  const sentence = all[place];
  if (sentence === undefined) return [];
  return [
    ...formOf(numbered, sentence),
    ...sides(numbered, sentence),
    ...attitudesOf(numbered, all[place - 1], "previous"),
    ...attitudesOf(numbered, all[place + 1], "next"),
    ...nextSentence(numbered, all[place + 1]),
    ...previousSentence(numbered, all[place - 1]),
    ...verdict(numbered, all, place),
  ];
}

function formOf(numbered: NumberedPassage, { from, to, musical }: Sentence): readonly TextFeature[] {
  const { passage, names, keyAt, withKey } = numbered;
  const counted = COUNTED(names);
  const { tokens, text } = passage;
  const start = tokens[from]?.start ?? 0;
  const end = tokens[to - 1]?.end ?? 0;
  const sign = /^[^\p{L}\p{N}]*/u.exec(text.slice(end, end + 4))?.[0] ?? "";
  const share = musical.length / Math.max(1, to - from);
  return [
    withKey("opens", from),
    names.join(withKey("opens with", from), keyAt(from + 1)),
    ...(sign.includes("?") ? [names.of("ends ?")] : []),
    ...(sign.includes("!") ? [names.of("ends !")] : []),
    ...(BULLETS.has(
      text
        .slice(Math.max(0, start - 3), start)
        .trimStart()
        .charAt(0),
    )
      ? [names.of("bullet")]
      : []),
    counted.length(Math.min(5, Math.floor((to - from) / 4))),
    counted.musical(Math.min(4, musical.length)),
    counted.density(Math.min(4, Math.floor(share * 10))),
  ];
}

const BULLETS: ReadonlySet<string> = new Set("-*•–✗✓✘x");

const COUNTED = oncePerNames((names) => ({
  length: countedName(names, "length"),
  musical: countedName(names, "musical"),
  density: countedName(names, "density"),
}));

/** Returns the cues and attitudes of a sentence, and those before its first and after its last musical phrase. */
function sides({ names }: NumberedPassage, { cues, attitudes, musical }: Sentence): readonly TextFeature[] {
  const start = musical[0]?.at ?? 0;
  const end = musical.at(-1)?.to ?? start;
  const features: TextFeature[] = [];
  const about = new Set<string>();
  const add = (name: string, word: string): void => addOnce(features, 0, names.join(names.of(name), names.of(word)));
  for (const { from, to, kind } of cues) {
    add("cue", kind);
    if (from >= end) add("tail cue", kind);
    if (to <= start) add("front cue", kind);
  }
  for (const { from, to, attitude } of attitudes) {
    add("attitude", attitude);
    if (from >= end) add("tail", attitude);
    if (to <= start) add("front", attitude);
    if (attitude !== "story" && attitude !== "music") about.add(attitude);
  }
  features.push(names.join(names.of("says"), names.word([...about].toSorted().join("+"))));
  return features;
}

function attitudesOf(
  { names }: NumberedPassage,
  sentence: Sentence | undefined,
  name: "previous" | "next",
): readonly TextFeature[] {
  if (sentence === undefined || sentence.attitudes.length === 0) return [];
  const isShort = sentence.to - sentence.from <= SHORT_FOR_ATTITUDE;
  const shown = new Set(sentence.attitudes.map(({ attitude }) => attitude));
  const features: TextFeature[] = [];
  for (const attitude of shown) {
    features.push(names.join(names.of(name), names.of(attitude)));
    if (isShort) features.push(names.join(names.join(names.of("short"), names.of(name)), names.of(attitude)));
  }
  return features;
}

function nextSentence(
  { names, keyAt, withKey }: NumberedPassage,
  sentence: Sentence | undefined,
): readonly TextFeature[] {
  if (sentence === undefined) return [names.of("last sentence")];
  const { from, to } = sentence;
  if (to - from > SHORT) return [withKey("next opens", from)];
  const short = withKey("short next", from);
  return [short, names.join(short, keyAt(from + 1)), names.of("short next")];
}

function previousSentence({ names, withKey }: NumberedPassage, sentence: Sentence | undefined): readonly TextFeature[] {
  if (sentence === undefined) return [names.of("first sentence")];
  const { from, to } = sentence;
  return to - from > SHORT ? [] : [withKey("short previous", from)];
}

/** Returns what the next short sentences without musical phrases say: "Out.", "All closed.", "Never again, please." */
function verdict({ names, withKey }: NumberedPassage, all: readonly Sentence[], place: number): readonly TextFeature[] {
  const features: TextFeature[] = [];
  for (const { from, to, musical, attitudes, cues } of all.slice(place + 1, place + 1 + VERDICT_SENTENCES)) {
    if (to - from > VERDICT_WORDS || musical.length > 0) break;
    for (let at = from; at < to; at++) addOnce(features, 0, withKey("verdict", at));
    for (const { attitude } of attitudes)
      addOnce(features, 0, names.join(names.of("verdict says"), names.of(attitude)));
    for (const { kind } of cues) addOnce(features, 0, names.join(names.of("verdict cue"), names.of(kind)));
  }
  return features;
}
