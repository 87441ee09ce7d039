import { FIELD_BITS } from "./packed-format.ts";

/** Where a word was found, in the order in which it tells most. */
export function mentions(word: string, fields: number): string {
  if ((fields & FIELD_BITS.title) !== 0) return `title mentions ${word}`;
  if ((fields & FIELD_BITS.artist) !== 0) return `artist's name has ${word}`;
  if ((fields & FIELD_BITS.tag) !== 0) return `tagged ${word}`;
  if ((fields & FIELD_BITS.description) !== 0) return `description mentions ${word}`;
  return `lyrics mention ${word}`;
}
