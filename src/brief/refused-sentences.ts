import type { Passage } from "./passage.ts";

/** A phrase of a text: where it begins, and its polarity, below 0 if it is refused. */
interface PolarPhrase {
  readonly at: number;
  readonly polarity: number;
}

/**
 * Returns which tokens of a long text are in a sentence that only refuses music: in "Tribal drums, lions, a choir on a hill." among
 * complaints, no word is one to look for. Never any of a short text.
 */
export function refusedSentences({ tokens, parts }: Passage, phrases: readonly PolarPhrase[]): readonly boolean[] {
  if (parts === null) return [];
  const refused: boolean[] = [];
  let from = 0;
  for (let at = 1; at <= tokens.length; at++) {
    if (at < tokens.length && tokens[at]?.gap !== "sentence") continue;
    const within = phrases.filter((phrase) => phrase.at >= from && phrase.at < at);
    const isRefused = within.length > 0 && within.every(({ polarity }) => polarity < 0);
    for (; from < at; from++) refused.push(isRefused);
  }
  return refused;
}
