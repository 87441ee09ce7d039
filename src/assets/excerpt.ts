import { EXCERPT_SECONDS_MIN, type TimeSpan } from "../../schema/heard-sound.ts";

/** An excerpt that ends at the rounded length of a file may be a little too long. */
const TOLERANCE_SECONDS = 0.5;

/** Returns what is wrong with an excerpt of a sound, as a sentence, or null. @param duration Seconds; null if it is unknown. */
export function complaintOfExcerpt({ start, end }: TimeSpan, duration: number | null): string | null {
  const given = `from ${secondsText(start)} to ${secondsText(end)}`;
  if (start < 0 || end <= start) return `The excerpt must start at 0 or later and end after its start, got ${given}.`;
  if (end - start < EXCERPT_SECONDS_MIN) {
    return `The excerpt must be at least ${EXCERPT_SECONDS_MIN} seconds long, got ${given}.`;
  }
  if (duration === null || end <= duration + TOLERANCE_SECONDS) return null;
  return `The excerpt must end within the sound, which is ${secondsText(duration)} long, got ${given}.`;
}

function secondsText(seconds: number): string {
  return `${Math.round(seconds * 1_000) / 1_000} s`;
}
