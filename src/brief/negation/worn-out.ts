import { isFunctionWord } from "../../text/function-words.ts";
import { isClaimed, type Passage } from "../passage.ts";

/** What is worn out about a kind of music. */
const WORN_OUT: ReadonlySet<string> = new Set("cliche cliches trope tropes stereotype stereotypes".split(" "));

/** "No Christmas clichés" refuses the clichés, and may be said of a Christmas film. */
export function spareTheirKind(passage: Passage): void {
  passage.tokens.forEach((token, at) => {
    const before = passage.tokens[at - 1];
    if (!WORN_OUT.has(token.word) || token.gap !== "space" || before === undefined) return;
    if (isFunctionWord(before.word) || isClaimed(passage, at - 1)) return;
    if ((passage.polarity[at] ?? 1) <= -1 && (passage.polarity[at - 1] ?? 1) <= -1) passage.polarity[at - 1] = 0;
  });
}
