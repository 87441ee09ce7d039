/** Quoted text, and the character after a backslash (shown as it is), `_` (a space of its width) or `*` (repeated). */
const LITERAL = /"[^"]*"|[\\_*]./g;
/** An elapsed time: `[h]:mm` shows more than 24 hours. */
const ELAPSED = /\[([dhms]{1,2})\]/g;
/** A colour, a condition or a language: `[Red]`, `[>100]`, `[$-409]`. */
const BRACKETS = /\[[^\]]*\]/g;
/** Fractions of a second: `ss.000`. */
const FRACTION = /([hms])[.,]0{1,3}/g;
const TOKENS = /[a-z0#?%]+/g;
/** Seconds, minutes or months, hours, AM or PM, days, and years (`e` in Chinese and Japanese formats). */
const DATE_TOKENS: ReadonlySet<string> = new Set(
  "s ss m mm mmm mmmm mmmmm h hh am pm a p d dd ddd dddd aaa aaaa aaaaa y yy yyyy e ee eeee".split(" "),
);

/**
 * Whether a number format shows a date or a time (ECMA-376 part 1, 18.8.31): a section has letters of dates and no
 * placeholders of digits.
 */
export function isDateFormat(code: string): boolean {
  return code.toLowerCase().replace(LITERAL, " ").split(";").some(isDateSection);
}

function isDateSection(section: string): boolean {
  const tokens = section.replace(ELAPSED, "$1").replace(FRACTION, "$1").replace(BRACKETS, "").match(TOKENS);
  return tokens !== null && tokens.every((token) => DATE_TOKENS.has(token));
}
