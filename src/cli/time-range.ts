import { DAY_MS } from "../lib/clock.ts";
import { UsageError } from "./usage-error.ts";

const DATE = /^\d{4}-\d{2}-\d{2}$/;
/** The zone is required: without one, Date.parse would use the zone of the machine, but the ledger uses UTC. */
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** Returns the inclusive start of a range in milliseconds. Throws UsageError. */
export function rangeStart(option: string, text: string | undefined): number | null {
  return text === undefined ? null : requireTime(option, text);
}

/** Returns the exclusive end of a range in milliseconds. A date means the end of that day (UTC). Throws UsageError. */
export function rangeEnd(option: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  return requireTime(option, text) + (DATE.test(text) ? DAY_MS : 0);
}

function requireTime(option: string, text: string): number {
  const time = parseTime(text);
  if (time !== null) return time;
  throw new UsageError(
    `--${option}: expected a date (2026-03-01) or a time with a time zone (2026-03-01T12:00:00Z), got ${JSON.stringify(text)}.`,
  );
}

/** Returns the milliseconds of a date (its start in UTC) or of a time with a zone; null for anything else. */
export function parseTime(text: string): number | null {
  const time = DATE.test(text) || TIME.test(text) ? Date.parse(text) : Number.NaN;
  // Date.parse reads 30 February as 1 or 2 March.
  const isReal = !Number.isNaN(time) && (!DATE.test(text) || new Date(time).toISOString().startsWith(text));
  return isReal ? time : null;
}
