/** Quoted text, and a character behind a backslash (shown as it is), `_` (a space as wide) or `*` (repeated). */
const LITERAL = /"[^"]*"|[\\_*]./g;
/** A length of time: `[h]:mm` has hours beyond 24. */
const ELAPSED = /\[([dhms]{1,2})\]/g;
/** A colour, a condition or a language: `[Red]`, `[>100]`, `[$-409]`. */
const BRACKETS = /\[[^\]]*\]/g;
/** Parts of a second: `ss.000`. */
const FRACTION = /([hms])[.,]0{1,3}/g;
const TOKENS = /[a-z0#?%]+/g;
/** Seconds, minutes or months, hours, halves of the day, days, and years (`e` in the formats of Chinese and Japanese). */
const DATE_TOKENS: ReadonlySet<string> = new Set(
  "s ss m mm mmm mmmm mmmmm h hh am pm a p d dd ddd dddd aaa aaaa aaaaa y yy yyyy e ee eeee".split(" "),
);

/**
 * Whether a number format shows a date or a time (ECMA-376 part 1, 18.8.31): one of its sections has letters of dates
 * and nothing of numbers.
 */
export function isDateFormat(code: string): boolean {
  return code.toLowerCase().replace(LITERAL, " ").split(";").some(isDateSection);
}

function isDateSection(section: string): boolean {
  const tokens = section.replace(ELAPSED, "$1").replace(FRACTION, "$1").replace(BRACKETS, "").match(TOKENS);
  return tokens !== null && tokens.every((token) => DATE_TOKENS.has(token));
}
