import type { Token } from "../../text/tokens.ts";
import { type Attitude, ATTITUDES, type AttitudeWords } from "../attitudes.ts";
import type { Passage } from "../passage.ts";
import { type CueWords, cueWords } from "./cue-words.ts";
import type { FoundPhrase } from "./find-phrases.ts";

/** A sentence: tokens `from` to before `to`, with what it contains. */
export interface Sentence {
  readonly from: number;
  readonly to: number;
  readonly cues: readonly CueWords[];
  readonly attitudes: readonly AttitudeWords[];
  /** The same by attitude, for those that the sentence shows. */
  readonly byAttitude: readonly ShownAttitude[];
  /** Its phrases that mean music. */
  readonly musical: readonly FoundPhrase[];
}

/** An attitude with the words that show it, in their order. */
export interface ShownAttitude {
  readonly attitude: Attitude;
  readonly words: readonly AttitudeWords[];
}

export interface Sentences {
  readonly all: readonly Sentence[];
  /** For each token, the number of its sentence. */
  readonly byToken: readonly number[];
  /** The cues of all sentences. */
  readonly cues: readonly CueWords[];
}

/** Returns the sentences of a passage. They also end at line breaks. */
export function sentencesOf({ tokens, attitudes }: Passage, phrases: readonly FoundPhrase[]): Sentences {
  const cues = cueWords(tokens);
  const { starts, byToken } = boundsOf(tokens);
  const count = starts.length;
  const cuesBy = grouped(cues, count, ({ from }) => byToken[from] ?? 0);
  const attitudesBy = grouped(attitudes, count, ({ from }) => byToken[from] ?? 0);
  const musical = phrases.filter(({ meaning }) => meaning.concepts.length > 0);
  const musicalBy = grouped(musical, count, ({ at }) => byToken[at] ?? 0);
  const all = starts.map((from, place) => ({
    from,
    to: starts[place + 1] ?? tokens.length,
    cues: cuesBy[place] ?? [],
    attitudes: attitudesBy[place] ?? [],
    byAttitude: byAttitude(attitudesBy[place] ?? []),
    musical: musicalBy[place] ?? [],
  }));
  return { all, byToken, cues };
}

function byAttitude(attitudes: readonly AttitudeWords[]): readonly ShownAttitude[] {
  if (attitudes.length === 0) return [];
  return ATTITUDES.flatMap((attitude) => {
    const words = attitudes.filter((one) => one.attitude === attitude);
    return words.length === 0 ? [] : [{ attitude, words }];
  });
}

function boundsOf(tokens: readonly Token[]): {
  readonly starts: readonly number[];
  readonly byToken: readonly number[];
} {
  const starts: number[] = [];
  const byToken: number[] = [];
  for (const [at, token] of tokens.entries()) {
    if (starts.length === 0 || token.gap === "sentence") starts.push(at);
    byToken.push(starts.length - 1);
  }
  return { starts, byToken };
}

function grouped<Item>(items: readonly Item[], count: number, groupOf: (item: Item) => number): readonly Item[][] {
  const groups = Array.from({ length: count }, (): Item[] => []);
  for (const item of items) groups[groupOf(item)]?.push(item);
  return groups;
}
