import type { WordRun } from "../../schema/brief.ts";
import { isNear } from "../text/tokens.ts";
import type { Passage } from "./passage.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { meaningsOf } from "./word-meanings.ts";

interface Run extends Omit<WordRun, "weight"> {
  readonly words: string[];
  readonly instruments: string[];
}

/**
 * Returns the runs of words with nothing but spaces and hyphens between them. Names and passages about the job (budget,
 * deadline) are left out. The words of constraints stay, because a catalog may have them as a tag. Negated words form a
 * run with their negation.
 */
export function runsOf(passage: Passage, vocabulary: Vocabulary): readonly Omit<WordRun, "weight">[] {
  const runs: Run[] = [];
  let run: Run | null = null;
  let cue: string[] = [];
  passage.tokens.forEach((token, at) => {
    const step = passage.claimed[at] ?? null;
    const isCue = step === "negation";
    const isLost = step === "logistics" || step === "name" || step === "everyday";
    if (isLost || isCue || !isNear(token)) run = null;
    if (isLost || !isNear(token)) cue = [];
    if (isCue) cue.push(token.word);
    if (isLost || isCue) return;
    const negated = (passage.polarity[at] ?? 1) <= 0;
    // A later word in a negated list ("no drums, brass or choir") has no negation right before it, so no tag can be
    // made of it.
    if (negated && cue.length === 0 && run?.negated !== true) {
      run = null;
      return;
    }
    if (run === null || run.negated !== negated) {
      run = { words: negated ? [...cue] : [], negated, instruments: [] };
      runs.push(run);
    }
    cue = [];
    run.words.push(token.word);
    if (meaningsOf(token.lexeme, vocabulary).facet === "instrument") run.instruments.push(token.word);
  });
  return runs.map(({ instruments, ...plain }) => (instruments.length < 2 ? plain : { ...plain, instruments }));
}
