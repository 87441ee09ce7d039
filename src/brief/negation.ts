import { readEnglishNegations } from "./negation/english.ts";
import { readForeignNegations } from "./negation/foreign.ts";
import { spareTheirKind } from "./negation/worn-out.ts";
import type { Passage } from "./passage.ts";

/**
 * Marks what is negated and claims the words that negate. English is read by more turns of speech than the other
 * languages; which of them leads is known sentence by sentence.
 */
export function readNegations(passage: Passage): void {
  readEnglishNegations(passage);
  readForeignNegations(passage);
  spareTheirKind(passage);
}
