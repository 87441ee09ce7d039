import type { GivenOptions } from "./command.ts";
import { parseSpan, SPAN_EXAMPLES } from "./time-span.ts";
import { parseTime, rangeEnd } from "./time-range.ts";
import { UsageError } from "./usage-error.ts";

/** ISO 8601 writes later times with more than four digits of the year. */
const LATEST = Date.parse("9999-12-31T23:59:59Z");

/**
 * Reads `--expires WHEN` and `--no-expiry`: the time in milliseconds, null for never, undefined if neither is given. A date
 * means the end of that day (UTC). Throws UsageError, also for a time in the past.
 */
export function readExpiry(given: GivenOptions, now: number): number | null | undefined {
  const text = given.text("expires");
  const isNever = given.has("no-expiry");
  if (text !== undefined && isNever) {
    throw new UsageError("--expires and --no-expiry contradict each other; use one of them.");
  }
  if (text === undefined) return isNever ? null : undefined;
  const spanMs = parseSpan(text);
  if (spanMs === null && parseTime(text) === null) {
    throw new UsageError(
      `--expires: expected a date (2027-03-01), a time with a time zone (2027-03-01T12:00:00Z) or a span (${SPAN_EXAMPLES}), got ${JSON.stringify(text)}.`,
    );
  }
  const at = spanMs === null ? (rangeEnd("expires", text) ?? now) : now + spanMs;
  if (at > now && at <= LATEST) return at;
  throw new UsageError(
    `--expires: expected a time in the future, before the year 10000, got ${JSON.stringify(text)}. \`needledrop keys revoke\` ends a key at once.`,
  );
}
