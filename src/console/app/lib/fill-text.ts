export type TextValues = Readonly<Record<string, string | number>>;

/** Numbers are in every row of a list, and a new format for each takes longer than the rest of the text. */
const formats = new Map<string, Intl.NumberFormat>();

/** Letters that are written from right to left, and characters that change the direction of what follows. */
const CHANGES_DIRECTION = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff]/;

/** Returns a text with each `{name}` replaced by its value. Numbers are written as in the language. */
export function filled(text: string, values: TextValues, language: string): string {
  if (!text.includes("{")) return text;
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? numberIn(language, value) : isolated(value);
  });
}

/** A name from right to left would carry the words and numbers beside it along. */
function isolated(value: string): string {
  return CHANGES_DIRECTION.test(value) ? `\u2068${value}\u2069` : value;
}

/** Returns a number as it is written in a language. */
export function numberIn(language: string, value: number): string {
  const format = formats.get(language) ?? new Intl.NumberFormat(language);
  formats.set(language, format);
  return format.format(value);
}
