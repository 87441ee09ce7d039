/** Texts that would move the cursor, set colours, reverse the order of letters or hide text on a terminal. */
export const NASTY_TEXTS: Readonly<Record<string, string>> = {
  "a colour of ECMA-48": "a\u001B[31mb",
  "a title of the window": "a\u001B]0;b\u0007c",
  "a cleared line": "a\r\u001B[Kb",
  "a bell, a backspace and a delete": "a\u0007\b\u007Fb",
  "a CSI of eight bits": "a\u009B2Jb",
  "other controls of eight bits": "a\u0080\u008D\u0090\u009D\u009Fb",
  "letters from right to left": "a\u202Egpj.exe\u202Cb",
  "isolated letters": "a\u2066\u2067\u2068b\u2069",
  "marks of direction": "a\u200E\u200F\u061Cb",
  "ends of lines and paragraphs": "a\u2028b\u2029c\u0085d",
  "spaces without width": "a\u200B\u2060\uFEFFb",
  "joiners between Latin letters": "a\u200Db\u200Cc",
  "a soft hyphen": "a\u00ADb",
  "tags without a flag": "a\u{E0041}\u{E007F}b",
  "notes between lines": "a\uFFF9b\uFFFAc\uFFFB",
};

export const NASTY = Object.values(NASTY_TEXTS).join(" ");

/** Ranges of code points that must not be printed. Line feeds and tabs are allowed. */
const UNSAFE: readonly (readonly [first: number, last: number])[] = [
  [0x00, 0x08],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x61c, 0x61c],
  [0x180e, 0x180e],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0xd800, 0xdfff],
  [0xfeff, 0xfeff],
  [0xfff9, 0xfffb],
  [0xe0000, 0xe007f],
];

/** Returns the unsafe code points of a text in hexadecimal. A carriage return before a line feed is allowed. */
export function unsafeIn(text: string): string[] {
  return Array.from(text.replaceAll("\r\n", "\n"), (character) => character.codePointAt(0) ?? 0)
    .filter((point) => UNSAFE.some(([first, last]) => first <= point && point <= last))
    .map((point) => point.toString(16));
}
