import { fold } from "./words.ts";

/** Returns the words of a text that are separated by spaces, folded as the words of tokens are. */
export function wordSet(words: string): ReadonlySet<string> {
  return new Set(fold(words).split(/\s+/));
}
