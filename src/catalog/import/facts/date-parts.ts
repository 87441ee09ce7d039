export type DateMark = "." | "/" | "-";

/** A date whose year is last: "01/05/2024". Day and month can be in either order. */
export interface DateParts {
  readonly mark: DateMark;
  readonly first: number;
  readonly second: number;
  readonly year: number;
}

/** Hyphens need four digits for the year: "23-12-31" begins with the year. */
const YEAR_LAST =
  /^(\d{1,2})\s?(?:([./])\s?(\d{1,2})\s?\2\s?(\d{4}|['’]?\d{2})|(-)(\d{1,2})-(\d{4}))(?:[T ,].{0,40})?$/;
/** Two digits up to this mean a year after 2000. */
const SHORT_YEAR_MAX = 49;

/** Returns the parts of a date with the year last; null for other texts. */
export function datePartsOf(text: string): DateParts | null {
  const found = YEAR_LAST.exec(text.trim());
  if (found === null) return null;
  const first = found[1] ?? "";
  const [mark = "", second = "", year = ""] = found[2] === undefined ? found.slice(5) : found.slice(2, 5);
  if (mark !== "." && mark !== "/" && mark !== "-") return null;
  return { mark, first: Number(first), second: Number(second), year: fullYear(year.replace(/\D/g, "")) };
}

function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length === 4) return year;
  return year <= SHORT_YEAR_MAX ? 2_000 + year : 1_900 + year;
}
