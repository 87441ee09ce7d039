const SHOWN_CHARS_MAX = 80;

/** What somebody else wrote, as a message shows it: its beginning, where it is long. */
export function shorten(text: string): string {
  return text.length <= SHOWN_CHARS_MAX ? text : `${text.slice(0, SHOWN_CHARS_MAX)}…`;
}
