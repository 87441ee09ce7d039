import {
  type DurationNotation,
  LONG_CLOCK,
  NO_DURATION_NOTATION,
  POINTED,
  SURELY_SECONDS_MIN,
} from "./duration-notation.ts";
import { ABSENT, FACT_LENGTH_MAX, type FactReading, value, wrong } from "./fact-reading.ts";
import { hasThousands, readDecimal } from "./read-decimal.ts";

/** One day. Longer durations are mistakes of the exporting program. */
const SECONDS_MAX = 86_400;
const EXPECTED = "a duration such as 2:05 or 125";
const HOURS = "h|hrs?|hours?|std\\.?|stunden?|heures?|horas?|ore";
const MINUTES = "m|mins?\\.?|minutes?|minuten?|minutos?|minuti|['’′]";
const SECONDS = "s|secs?\\.?|seconds?|sek\\.?|sekunden?|secondes?|segundos?|secondi|[\"”″]|''";
/** "3m 05s", "3'05\"", "1 h 2 min", "185 sec"; ISO 8601 has "PT" in front. */
const UNITS = new RegExp(
  `^(?:PT)?(?:([\\d.,]+)\\s*(?:${HOURS}))?\\s*(?:([\\d.,]+)\\s*(?:${MINUTES}))?\\s*(?:([\\d.,]+)\\s*(?:${SECONDS})?)?$`,
  "i",
);
const MILLISECONDS = /^([\d.,\s]+?)\s*(?:ms|msecs?|milliseconds?|millisekunden)$/i;

/**
 * Reads seconds from 2:05, 1:02:03, 00:02:05.4, 2'05", 2m 5s, 125, 125.4, 125 s and 125000 ms. "2.05" is read by the
 * notation of its column, and wrong if the column does not show whether it means minutes or seconds.
 */
export function readDuration(text: string, notation: DurationNotation = NO_DURATION_NOTATION): FactReading<number> {
  const bare = text.trim();
  if (bare === "") return ABSENT;
  if (bare.length > FACT_LENGTH_MAX) return wrong(EXPECTED, bare);
  const seconds = rounded(secondsOf(bare, notation));
  if (seconds === 0) return ABSENT;
  return seconds > 0 && seconds <= SECONDS_MAX ? value(seconds) : wrong(EXPECTED, bare);
}

/** Reads a duration in milliseconds. Returns seconds. */
export function readMilliseconds(text: string): FactReading<number> {
  const bare = text.trim();
  const milliseconds = numberIn(bare);
  if (bare === "" || milliseconds === 0) return ABSENT;
  const seconds = milliseconds / 1_000;
  return seconds > 0 && seconds <= SECONDS_MAX ? value(rounded(seconds)) : wrong("a duration in milliseconds", bare);
}

/** NaN for a text that is not a duration. */
function secondsOf(bare: string, notation: DurationNotation): number {
  const long = LONG_CLOCK.exec(bare);
  if (long !== null) return longClock(long, bare, notation);
  // The frames of a time code (00:02:05:12) are left out.
  const clock = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d(?:[.,]\d+)?)(?:[:;]\d{2})?$/.exec(bare);
  if (clock !== null) return sum(clock[1], clock[2], clock[3]);
  const pointed = POINTED.exec(bare);
  if (pointed !== null) return pointedSeconds(pointed, notation);
  const milliseconds = MILLISECONDS.exec(bare)?.[1];
  if (milliseconds !== undefined) return numberIn(milliseconds) / 1_000;
  const number = notation.numbers === "milliseconds" ? numberIn(bare) / 1_000 : readDecimal(bare);
  if (!Number.isNaN(number)) return number;
  const units = UNITS.exec(bare);
  // "3.05 min" is unclear like "3.05".
  if (units === null || /[.,]\d{2}$/.test(units[2] ?? "")) return Number.NaN;
  return sum(units[1], units[2], units[3]);
}

function longClock(
  [, ofSheet, hours, minutes, seconds]: RegExpExecArray,
  bare: string,
  notation: DurationNotation,
): number {
  if (notation.isShifted) return sum("0", hours, minutes);
  // Excel does not distinguish 2:05 in minutes from 2:05 in hours.
  const isUnclear = ofSheet !== undefined && Number(hours) > 0 && Number(seconds) === 0;
  const fraction = /[.,]\d+$/.exec(bare)?.[0] ?? "";
  return isUnclear ? Number.NaN : sum(hours, minutes, `${seconds ?? "0"}${fraction}`);
}

function pointedSeconds([bare, whole, fraction = ""]: RegExpExecArray, { points }: DurationNotation): number {
  if (points === "minutes and seconds") return sum("0", whole, fraction.padEnd(2, "0"));
  return points === "seconds" || Number(whole) >= SURELY_SECONDS_MIN ? readDecimal(bare) : Number.NaN;
}

/** Reads a number whose single comma or point can separate thousands: milliseconds have no decimals. */
function numberIn(text: string): number {
  return hasThousands(text) ? Number(text.trim().replace(/[.,]/, "")) : readDecimal(text);
}

function sum(hours = "0", minutes = "0", seconds = "0"): number {
  return readDecimal(hours) * 3_600 + readDecimal(minutes) * 60 + readDecimal(seconds);
}

function rounded(seconds: number): number {
  return Math.round(seconds * 1_000) / 1_000;
}
