import { DAY_MS, HOUR_MS, MINUTE_MS } from "../lib/clock.ts";

const UNIT_MS: Readonly<Record<string, number>> = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };
const SPAN = /^(\d{1,6})([mhd])$/;

/** What `parseSpan` reads, for messages. */
export const SPAN_EXAMPLES = "90d, 24h or 30m";

/** Returns the milliseconds of a span such as `90d`, `24h` or `30m`; null for anything else. */
export function parseSpan(text: string): number | null {
  const [, count, unit = ""] = SPAN.exec(text) ?? [];
  const unitMs = UNIT_MS[unit];
  return count === undefined || unitMs === undefined ? null : Number(count) * unitMs;
}
