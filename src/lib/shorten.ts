import { printable } from "./printable.ts";

const SHOWN_CHARS_MAX = 80;

/** Returns foreign text for a message, without control characters: the complete text, or its beginning if it is long. */
export function shorten(text: string): string {
  if (text.length <= SHOWN_CHARS_MAX) return printable(text);
  // Not between the halves of a surrogate pair.
  const end = /[\uD800-\uDBFF]/.test(text[SHOWN_CHARS_MAX - 1] ?? "") ? SHOWN_CHARS_MAX - 1 : SHOWN_CHARS_MAX;
  return `${printable(text.slice(0, end))}…`;
}
