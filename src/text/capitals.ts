const CAPITAL = /\p{Lu}/u;
const NOT_ASCII = 128;

/** Whether a text has a capital at an offset. A pattern reads only what is not ASCII, because every word is asked for. */
export function isCapitalAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < NOT_ASCII) return code >= 65 && code <= 90;
  return at < text.length && CAPITAL.test(String.fromCodePoint(text.codePointAt(at) ?? 0));
}
