import { toNormalForm } from "../../../lib/to-normal-form.ts";
import { ABSENT, FACT_LENGTH_MAX, type FactReading, value, wrong } from "../facts/fact-reading.ts";
import type { DateNotation } from "../facts/date-notation.ts";
import { readColumnDate } from "../facts/read-date.ts";

/** The end of an exclusive licence, in seconds since the epoch: the last second of the day, month or year; null without an end. */
export interface ExclusiveEnd {
  readonly lastSecond: number | null;
}

const NOT_EXCLUSIVE =
  /^(?:no|none|never|false|(?:not|non|nicht|no|non[- ]?es)[- ]?(?:exclusive|exklusiv|exclusif|exclusivo|esclusivo)|nein|keine?|non|nessun[oa]?|ningun[oa]|não|nao|[0./-]+)$/;
const WITHOUT_END =
  /^(?:perpetual(?:ly)?|perpetuity|in perpetuity|forever|indefinite(?:ly)?|unlimited|no end|open[- ]?ended|unbefristet|unbegrenzt|perp[ée]tuel|illimité|perpetuo|ilimitado)$/;

const TIME = /[t ,]+\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s?(?:[ap]\.?m\.?|uhr)?\s?(?:z|[a-z]{3,4}|[+-]\d{2}:?\d{2})?$/;
/** A date and something after it, such as the end of a range. */
const DATE_AND_MORE =
  /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}\s?[-/.]\s?\d{1,2}\s?[-/.]\s?['’]?(?:\d{4}|\d{2}))[t ,]+[^t ,]/;

/** Reads until when a song is exclusive. If the text is no date, the song is exclusive without a known end: that is the safe reading. */
export function readExclusiveEnd(text: string, notation: DateNotation): FactReading<ExclusiveEnd> {
  const bare = toNormalForm(text, "NFC").trim().toLowerCase();
  if (NOT_EXCLUSIVE.test(bare)) return ABSENT;
  if (WITHOUT_END.test(bare)) return value({ lastSecond: null });
  const date = hasMoreThanDate(text)
    ? wrong("one date such as 2027-05-01", text.trim())
    : readColumnDate(text, notation);
  if (date.kind === "absent") return ABSENT;
  if (date.kind === "wrong") {
    const remark = `${date.reason}; the song counts as exclusive, without an end`;
    return { kind: "value", value: { lastSecond: null }, remark };
  }
  const { lastSecond, isRough } = date.value;
  const remarks = [date.remark ?? [], isRough ? "the cell has no day; the last day was used" : []].flat();
  return { kind: "value", value: { lastSecond }, ...(remarks.length === 0 ? {} : { remark: remarks.join("; ") }) };
}

/** Which date of a range or of a sentence is the end is not certain. Only a time can follow a date. */
export function hasMoreThanDate(text: string): boolean {
  const bare = text.trim().toLowerCase();
  return bare.length <= FACT_LENGTH_MAX && DATE_AND_MORE.test(bare.replace(TIME, ""));
}
