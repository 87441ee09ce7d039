import { DAY_MS } from "../lib/clock.ts";
import { UsageRefused } from "./usage-refused.ts";

const DATE = /^\d{4}-\d{2}-\d{2}$/;
/** A time without zone would be read in the zone of the machine; the ledger is counted in UTC. */
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** The bound a range begins at, inclusive; milliseconds. Throws UsageRefused. */
export function rangeStart(option: string, text: string | undefined): number | null {
  return text === undefined ? null : parseTime(option, text);
}

/** The bound a range ends before; a date means the end of that day (UTC). Throws UsageRefused. */
export function rangeEnd(option: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  return parseTime(option, text) + (DATE.test(text) ? DAY_MS : 0);
}

function parseTime(option: string, text: string): number {
  const time = DATE.test(text) || TIME.test(text) ? Date.parse(text) : Number.NaN;
  // Date.parse takes 30 February for 1 or 2 March.
  const isReal = !Number.isNaN(time) && (!DATE.test(text) || new Date(time).toISOString().startsWith(text));
  if (isReal) return time;
  throw new UsageRefused(
    `--${option}: expected a date (2026-03-01) or a time with its zone (2026-03-01T12:00:00Z), got ${JSON.stringify(text)}.`,
  );
}
