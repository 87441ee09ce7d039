import { HOUR_MS, SECOND_MS } from "../lib/clock.ts";

/** The longest wait that a receiver can ask for. */
const WAIT_MAX_MS = 24 * HOUR_MS;
/** A preferred HTTP date: RFC 9110, section 5.6.7. Of the two obsolete forms no server of today makes use. */
const HTTP_DATE = /^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** The wait that a Retry-After header asks for (RFC 9110, section 10.2.3), in milliseconds; 0 for what is none. */
export function retryAfterMs(text: string, now: number): number {
  const asked = /^\d{1,10}$/.test(text) ? Number(text) * SECOND_MS : untilDate(text, now);
  return Math.min(Math.max(0, asked), WAIT_MAX_MS);
}

function untilDate(text: string, now: number): number {
  const at = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? 0 : at - now;
}
