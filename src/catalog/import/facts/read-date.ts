import { SECOND_MS } from "../../../lib/clock.ts";
import { ABSENT, type FactReading, value, wrong } from "./fact-reading.ts";

/** The year of the first sound recording. */
const YEAR_MIN = 1860;
const YEAR_MAX = 2200;
const EXPECTED = "a date such as 2024-05-01";

export interface ReleaseDate {
  /** Start of the day, month or year, in UTC. Seconds since the epoch. */
  readonly seconds: number;
  /** Whether the text has only a year or a month. */
  readonly isRough: boolean;
}

/**
 * Reads 2024, 2024-05, 2024-05-01 (also with slashes, dots or a time) and the eight digits of ID3. Dates that begin
 * with the day or the month (01/05/2024) are ambiguous, so they are wrong.
 */
export function readDate(text: string): FactReading<ReleaseDate> {
  const bare = text.trim();
  if (bare === "" || /^0+(?:[-/.]0+)*$/.test(bare)) return ABSENT;
  const found = /^(\d{4})(?:([-/.]?)(\d{2})(?:\2(\d{2})(?:[T ][\d:.]*(?:Z|[+-]\d{2}:?\d{2})?)?)?)?$/.exec(bare);
  if (found === null) return wrong(EXPECTED, bare);
  const [, year = "", , month = "00", day = "00"] = found;
  // Zeros, as in 2024-00-00, mean a missing month or day.
  const hasMonth = month !== "00";
  const hasDay = hasMonth && day !== "00";
  const iso = `${year}-${hasMonth ? month : "01"}-${hasDay ? day : "01"}`;
  const at = Date.parse(`${iso}T00:00:00Z`);
  const isReal = !Number.isNaN(at) && new Date(at).toISOString().startsWith(iso);
  if (!isReal || Number(year) < YEAR_MIN || Number(year) > YEAR_MAX) return wrong(EXPECTED, bare);
  return value({ seconds: at / SECOND_MS, isRough: !hasDay });
}
