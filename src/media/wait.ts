import { SECOND_MS } from "../lib/clock.ts";

/** The longest time that a request can ask for. Connections without data end after two minutes. */
export const WAIT_SECONDS_MAX = 60;

const SECONDS = /^[1-9]\d?$/;

/** Returns how long a request waits for a file that is being generated, in milliseconds; null if it does not say, or says no valid time. */
export function waitMsOf(query: URLSearchParams): number | null {
  const [text = "", ...others] = query.getAll("wait");
  const seconds = others.length === 0 && SECONDS.test(text) ? Number(text) : 0;
  return seconds > 0 && seconds <= WAIT_SECONDS_MAX ? seconds * SECOND_MS : null;
}
