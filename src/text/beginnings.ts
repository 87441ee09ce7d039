import { memoize } from "../lib/memoize.ts";

/** Keys are grouped by this many first letters. */
const LETTERS = 3;

/**
 * Returns a test whether a word begins any longer key: "hip" begins "hiphop". The answer is cached, because texts have the
 * same few thousand words. A word of fewer letters than a group has always can.
 */
export function beginningsOf(keys: Iterable<string>): (word: string) => boolean {
  const groups = new Map<string, string[]>();
  for (const key of keys) {
    const letters = key.slice(0, LETTERS);
    const group = groups.get(letters);
    if (group === undefined) groups.set(letters, [key]);
    else group.push(key);
  }
  const begins = memoize((word: string): 0 | 1 => {
    if (word.length < LETTERS) return 1;
    const group = groups.get(word.slice(0, LETTERS)) ?? [];
    return group.some((key) => key.length > word.length && key.startsWith(word)) ? 1 : 0;
  });
  return (word) => begins(word) === 1;
}
