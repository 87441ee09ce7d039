import { DAY_MS, SECOND_MS } from "../../../lib/clock.ts";
import { type DateNotation, NO_DATE_NOTATION } from "./date-notation.ts";
import { type DateParts, datePartsOf } from "./date-parts.ts";
import { ABSENT, FACT_LENGTH_MAX, type FactReading, value, wrong } from "./fact-reading.ts";
import { monthOf } from "./month-names.ts";
import { hasThousands, readDecimal } from "./read-decimal.ts";

/** The year of the first sound recording. */
const YEAR_MIN = 1860;
const YEAR_MAX = 2200;
const EXPECTED = "a date such as 2024-05-01";
const EXPECTED_ORDER = "a date that shows which part is the day, such as 2024-05-01";
/** Days from 0 January 1900, from which Excel counts, to 1970. */
const EXCEL_DAYS_TO_1970 = 25_569;
const MILLISECONDS_MIN = 1e11;
const DAY_SECONDS = DAY_MS / SECOND_MS;

export interface ReleaseDate {
  /** Start of the day, month or year, in UTC. Seconds since the epoch. */
  readonly seconds: number;
  /** Last second of the day, month or year, in UTC. */
  readonly lastSecond: number;
  /** Whether the text has only a year or a month. */
  readonly isRough: boolean;
}

/**
 * Reads 2024, 2024-05, 2024-05-01 (also with slashes, dots or a time), 20240501, 05/2024, 1 May 2024 and 31.12.2023.
 * Dates such as 01/05/2024 are read by the notation of their column, and wrong if it does not show the order.
 */
export function readDate(text: string, notation: DateNotation = NO_DATE_NOTATION): FactReading<ReleaseDate> {
  const bare = text.trim();
  if (bare.length > FACT_LENGTH_MAX) return wrong(EXPECTED, bare);
  if (bare === "" || /^0+(?:[-/.]0+)*$/.test(bare)) return ABSENT;
  const parts = datePartsOf(bare);
  if (parts !== null) return readOrdered(parts, bare, notation);
  const found = yearFirst(bare) ?? monthFirst(bare) ?? worded(bare);
  if (found === null) return wrong(EXPECTED, bare);
  const [year = 0, month = 0, day = 0] = found.map(Number);
  return dateOf(year, month, day, bare);
}

/** Reads a date of a table. Besides dates, its columns can have Excel's days, or seconds or milliseconds since 1970. */
export function readColumnDate(text: string, notation: DateNotation): FactReading<ReleaseDate> {
  const bare = text.trim();
  const isNumber = /^-?\d+$|^\d{5}[.,]\d+$|^\d{2}[.,]\d{3}$/.test(bare);
  const number = hasThousands(bare) ? Number(bare.replace(/[.,]/, "")) : readDecimal(bare);
  if (!isNumber || number === 0 || (/^\d+$/.test(bare) && readDate(bare).kind === "value"))
    return readDate(text, notation);
  if (isExcelDay(number)) {
    if (notation.hasSeconds) return wrong("seconds since 1970, as in other cells, or a date", bare);
    return value(instant((Math.floor(number) - EXCEL_DAYS_TO_1970) * DAY_SECONDS));
  }
  const seconds = Math.floor(Math.abs(number) >= MILLISECONDS_MIN ? number / SECOND_MS : number);
  return notation.hasSeconds && isInYears(seconds) ? value(instant(seconds)) : wrong(EXPECTED, bare);
}

function instant(seconds: number): ReleaseDate {
  const lastSecond = (Math.floor(seconds / DAY_SECONDS) + 1) * DAY_SECONDS - 1;
  return { seconds, lastSecond, isRough: false };
}

/** From 1927 to 2099. Smaller numbers have too few digits to be told from other mistakes. */
function isExcelDay(number: number): boolean {
  return number >= 10_000 && number < 73_051;
}

function isInYears(seconds: number): boolean {
  const year = new Date(seconds * SECOND_MS).getUTCFullYear();
  return year >= YEAR_MIN && year <= YEAR_MAX;
}

function readOrdered(
  { mark, first, second, year }: DateParts,
  bare: string,
  { orders }: DateNotation,
): FactReading<ReleaseDate> {
  const own = first === second || first > 12 ? "day first" : second > 12 ? "month first" : orders[mark];
  if (own === null) return wrong(EXPECTED_ORDER, bare);
  const [day, month] = own === "day first" ? [first, second] : [second, first];
  return dateOf(year, month, day, bare);
}

/** Zeros, as in 2024-00-00, mean a missing month or day. */
function dateOf(year: number, month: number, day: number, bare: string): FactReading<ReleaseDate> {
  const hasMonth = month > 0;
  const hasDay = hasMonth && day > 0;
  const at = Date.UTC(year, hasMonth ? month - 1 : 0, hasDay ? day : 1);
  const date = new Date(at);
  const isReal = date.getUTCFullYear() === year && (!hasMonth || date.getUTCMonth() === month - 1);
  if (!isReal || year < YEAR_MIN || year > YEAR_MAX) return wrong(EXPECTED, bare);
  const next = hasDay ? at + DAY_MS : Date.UTC(hasMonth ? year : year + 1, hasMonth ? month : 0, 1);
  return value({ seconds: at / SECOND_MS, lastSecond: next / SECOND_MS - 1, isRough: !hasDay });
}

/** "2024", "2024-05", "20240501", "2024-05-01T12:30:00Z". */
function yearFirst(bare: string): string[] | null {
  const [, year, ...parts] =
    /^(\d{4})(?:(\d{2})(\d{2})?|([-/.])(\d{1,2})(?:\4(\d{1,2})(?:[T ][\d:.,]*\s?(?:[AP]M|Z|[+-]\d{2}:?\d{2})?)?)?)?$/i.exec(
      bare,
    ) ?? [];
  if (year === undefined) return null;
  const [month, day, , markedMonth, markedDay] = parts;
  return [year, month ?? markedMonth ?? "0", day ?? markedDay ?? "0"];
}

/** "05/2024". */
function monthFirst(bare: string): string[] | null {
  const [, month, year] = /^(\d{1,2})[./-](\d{4})$/.exec(bare) ?? [];
  return year === undefined || month === undefined ? null : [year, month, "0"];
}

/** "1 May 2024", "May 1, 2024", "1. Mai 2024", "1 de mayo de 2024", "May 2024", "2024-May-01". */
function worded(bare: string): string[] | null {
  const words = bare.split(/[\s,./-]+/).filter((word) => word !== "" && !/^(?:de|del|di|of|le)$/i.test(word));
  const months = words.map(monthOf);
  const month = months.find((one) => one !== null);
  const numbers = words
    .filter((_, at) => months[at] === null)
    .map((word) => /^(\d{1,2}|\d{4})(?:st|nd|rd|th|er|º)?$/.exec(word)?.[1] ?? "");
  const year = numbers.find((number) => number.length === 4);
  const days = numbers.filter((number) => number !== year);
  if (month === undefined || year === undefined || days.length > 1 || words.length !== numbers.length + 1) return null;
  return days[0] === "" ? null : [year, String(month), days[0] ?? "0"];
}
