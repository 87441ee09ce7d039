const SHOWN_CHARS_MAX = 80;

/** Returns foreign text for a message: the complete text, or its beginning if it is long. */
export function shorten(text: string): string {
  return text.length <= SHOWN_CHARS_MAX ? text : `${text.slice(0, SHOWN_CHARS_MAX)}…`;
}
