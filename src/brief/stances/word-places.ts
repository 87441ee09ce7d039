/** Words of a text that are found as one: tokens `from` to before `to`. */
interface WordPlace {
  readonly from: number;
  readonly to: number;
}

/** Returns the place in a list of the first words that begin at a token or later. The list is ordered by `from`. */
export function firstFrom(words: readonly WordPlace[], at: number): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((words[middle]?.from ?? at) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the last words of an ordered list that end at a token or before. Steps only over words around the token. */
export function lastBefore<Words extends WordPlace>(words: readonly Words[], at: number): Words | undefined {
  let place = firstFrom(words, at) - 1;
  while (place >= 0 && (words[place]?.to ?? 0) > at) place--;
  return words[place];
}

/** Returns the words of an ordered list that begin from one token to before another. */
export function wordsBetween<Words extends WordPlace>(
  words: readonly Words[],
  from: number,
  to: number,
): readonly Words[] {
  return words.slice(firstFrom(words, from), firstFrom(words, to));
}
