import { ABSENT, type FactReading, value, wrong } from "./fact-reading.ts";

/** One day. Longer durations are mistakes of the exporting program. */
const SECONDS_MAX = 86_400;
const EXPECTED = "a duration such as 2:05 or 125";

/** Reads seconds from 2:05, 1:02:03, 00:02:05.4, 125 and 125.4. "2.05" is ambiguous (minutes or seconds), so it is wrong. */
export function readDuration(text: string): FactReading<number> {
  const bare = text.trim();
  if (bare === "") return ABSENT;
  const clock = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d(?:\.\d+)?)$/.exec(bare);
  const isPlain = /^\d+(?:\.\d+)?$/.test(bare) && !/^\d{1,2}\.[0-5]\d$/.test(bare);
  if (clock === null && !isPlain) return wrong(EXPECTED, bare);
  const seconds =
    clock === null ? Number(bare) : Number(clock[1] ?? 0) * 3_600 + Number(clock[2]) * 60 + Number(clock[3]);
  if (seconds === 0) return ABSENT;
  return seconds <= SECONDS_MAX ? value(seconds) : wrong(EXPECTED, bare);
}

/** Reads a duration in milliseconds. Returns seconds. */
export function readMilliseconds(text: string): FactReading<number> {
  const bare = text.trim();
  if (bare === "" || Number(bare) === 0) return ABSENT;
  const seconds = /^\d+(?:\.\d+)?$/.test(bare) ? Number(bare) / 1_000 : Number.NaN;
  return seconds <= SECONDS_MAX ? value(seconds) : wrong("a duration in milliseconds", bare);
}
