import { DAY_MS } from "../../../../lib/clock.ts";
import type { Styles } from "./read-styles.ts";

/** A cell as stored in the XML: its type, the index of its cell format, and its value. */
export interface RawCell {
  readonly type: string;
  readonly style: string;
  readonly value: string;
  /** Whether the cell has a formula without a result. Programs that do not calculate write no result, or an empty number. */
  readonly isUncalculated?: boolean;
}

export interface CellReading {
  readonly sharedStrings: readonly (string | null)[];
  readonly styles: Styles;
  readonly isFrom1904: boolean;
}

/** A cell's text, or why it has none. `isEmpty`: the cell does not count as content of its row. */
export type CellText = { readonly text: string } | { readonly fault: string; readonly isEmpty?: true };

const DAY_LENGTH = 10;
/** Times of day are stored as dates up to this year. */
const TIME_YEAR_MAX = 1900;
/** Days from 0 January 1900 to 1970. Excel counts 29 February 1900, which did not exist. */
const DAYS_TO_1970 = 25_569;
const DAYS_FROM_1900_TO_1904 = 1_462;
/** Numbers below this are dates in 1900, and mean times. */
const DAYS_OF_TIMES_MAX = 367;
const SECONDS_PER_DAY = 86_400;
const STARTS_WITH_TIME = /^T?(?=\d\d:)/u;
const ENDS_WITHOUT_OFFSET = /T[\d:.]+$/u;
/** 31 December 9999, Excel's last day. */
const SERIAL_DAY_MAX = 2_958_466;

const UNCALCULATED = "a formula without a stored result; save the file with a spreadsheet program";

/** Returns a cell's text (ECMA-376 part 1, 18.18.11). An error and a formula without a result have none. */
export function cellText(cell: RawCell, reading: CellReading): CellText {
  const { type, value } = cell;
  if (cell.isUncalculated === true) return { fault: UNCALCULATED, isEmpty: true };
  switch (type) {
    case "s":
      return value === "" ? { text: "" } : sharedText(value, reading);
    case "str":
    case "inlineStr":
      return { text: value.trim() };
    case "b":
      return truthText(value);
    case "e":
      return { fault: `the error ${JSON.stringify(value)} of a spreadsheet program`, isEmpty: true };
    case "d":
      return value === "" ? { text: "" } : dateText(isoTime(value), value);
    case "n":
    case "":
      return value === "" ? { text: "" } : numberText(cell, reading);
    default:
      return { fault: `expected a type of cell, got ${JSON.stringify(type)}` };
  }
}

function sharedText(value: string, { sharedStrings }: CellReading): CellText {
  const text = sharedStrings[Number(value)];
  if (text === undefined) return { fault: `the file has no shared text ${JSON.stringify(value)}` };
  return text === null ? { fault: "its text is too long" } : { text: text.trim() };
}

function truthText(value: string): CellText {
  if (value === "") return { text: "" };
  if (value === "1") return { text: "true" };
  return value === "0" ? { text: "false" } : { fault: `expected 1 or 0, got ${JSON.stringify(value)}` };
}

function numberText({ value, style }: RawCell, { styles, isFrom1904 }: CellReading): CellText {
  const number = Number(value);
  if (!Number.isFinite(number)) return { fault: `expected a number, got ${JSON.stringify(value)}` };
  if (style === "") return { text: String(number) };
  const isDate = styles[Number(style)];
  if (isDate === undefined) return { fault: `the file has no format ${JSON.stringify(style)}` };
  if (!isDate) return { text: String(number) };
  // A number below 1 is a time without a day, which does not depend on the first day of the calendar.
  const days = number + (isFrom1904 && number >= 1 ? DAYS_FROM_1900_TO_1904 : 0);
  if (Math.abs(days) > SERIAL_DAY_MAX) return { fault: `expected a date up to the year 9999, got ${value}` };
  if (days >= 0 && days < DAYS_OF_TIMES_MAX) return { text: timeText(Math.round(days * SECONDS_PER_DAY)) };
  return dateText(Math.round((days - DAYS_TO_1970) * DAY_MS), value);
}

/** The hours can exceed 23: "24:30" is stored as a day and half an hour. */
function timeText(seconds: number): string {
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `time of day ${parts.map((part) => String(part).padStart(2, "0")).join(":")}`;
}

/**
 * Parses an ISO date, a date with a time, or a time, which gets a day in TIME_YEAR_MAX. Without an offset it is in UTC,
 * so that the day does not depend on the machine's time zone.
 */
function isoTime(value: string): number {
  const dated = value.replace(STARTS_WITH_TIME, `${TIME_YEAR_MAX}-01-01T`);
  return Date.parse(ENDS_WITHOUT_OFFSET.test(dated) ? `${dated}Z` : dated);
}

/** Times of day are marked as such, because a spreadsheet cannot distinguish hours and minutes from minutes and seconds. */
function dateText(at: number, value: string): CellText {
  const date = new Date(at);
  if (Number.isNaN(at) || Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9_999) {
    return { fault: `expected a date up to the year 9999, got ${JSON.stringify(value)}` };
  }
  const iso = date.toISOString();
  return {
    text: date.getUTCFullYear() <= TIME_YEAR_MAX ? `time of day ${iso.slice(11, 19)}` : iso.slice(0, DAY_LENGTH),
  };
}
