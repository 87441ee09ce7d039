import { HOUR_MS, SECOND_MS } from "../lib/clock.ts";

/** The longest wait that a receiver can request. */
const WAIT_MAX_MS = 24 * HOUR_MS;
/** The preferred HTTP date: RFC 9110, section 5.6.7. Current servers do not send the two obsolete forms. */
const HTTP_DATE = /^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Returns the wait of a Retry-After header (RFC 9110, section 10.2.3) in milliseconds; 0 if it is invalid. */
export function retryAfterMs(text: string, now: number): number {
  const requestedMs = /^\d{1,10}$/.test(text) ? Number(text) * SECOND_MS : untilDate(text, now);
  return Math.min(Math.max(0, requestedMs), WAIT_MAX_MS);
}

function untilDate(text: string, now: number): number {
  const at = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? 0 : at - now;
}
