import { isFunctionWord } from "../text/function-words.ts";
import { readCrosses } from "./negation/crosses.ts";
import { readEnglishNegations } from "./negation/english.ts";
import { readForeignNegations } from "./negation/foreign.ts";
import { readInclusions } from "./negation/inclusions.ts";
import { readReplies } from "./negation/replies.ts";
import { claim, isClaimed, type Passage } from "./passage.ts";

/** Words for what is overused in a kind of music. */
const CLICHES: ReadonlySet<string> = new Set("cliche cliches trope tropes stereotype stereotypes".split(" "));

/**
 * Marks what is negated and claims the words that negate. English has more rules than the other languages; the language
 * that leads a sentence decides which rules read it.
 */
export function readNegations(passage: Passage): void {
  readEnglishNegations(passage);
  readForeignNegations(passage);
  readReplies(passage);
  readInclusions(passage);
  readCrosses(passage);
  markFree(passage);
  spareKindOfCliches(passage);
}

/** "Drum-free" negates the word before "free". */
function markFree(passage: Passage): void {
  passage.tokens.forEach((token, at) => {
    if (at === 0 || token.word !== "free" || token.gap !== "hyphen") return;
    passage.polarity[at - 1] = -1;
    claim(passage, "negation", at, at + 1);
  });
}

/** "No Christmas clichés" rejects the clichés only: the film may still be about Christmas. */
function spareKindOfCliches(passage: Passage): void {
  passage.tokens.forEach((token, at) => {
    const before = passage.tokens[at - 1];
    if (!CLICHES.has(token.word) || token.gap !== "space" || before === undefined) return;
    if (isFunctionWord(before.word) || isClaimed(passage, at - 1)) return;
    if ((passage.polarity[at] ?? 1) <= -1 && (passage.polarity[at - 1] ?? 1) <= -1) passage.polarity[at - 1] = 0;
  });
}
