/** A part of a sound, in seconds. */
export interface Excerpt {
  readonly start: number;
  readonly end: number;
}

export type ExcerptEdge = keyof Excerpt;

/** The service's minimum. */
export const EXCERPT_SECONDS_MIN = 10;

/** The service reads tenths as well as anything finer. */
const STEPS_PER_SECOND = 10;

/** Returns whether a part of a sound of this length can be chosen. */
export function hasExcerpts(length: number): boolean {
  return length > EXCERPT_SECONDS_MIN;
}

/** Returns the part between two positions in any order, long enough for the service. */
export function excerptBetween(one: number, other: number, length: number): Excerpt | null {
  const start = Math.max(0, Math.min(one, other, length - EXCERPT_SECONDS_MIN));
  return partOf({ start, end: Math.min(length, Math.max(one, other, start + EXCERPT_SECONDS_MIN)) }, length);
}

/** Returns the part with another start or end. The other edge gives way if the part would be too short. */
export function withEdge(
  excerpt: Excerpt | null,
  { edge, seconds }: { readonly edge: ExcerptEdge; readonly seconds: number },
  length: number,
): Excerpt | null {
  const { start, end } = excerpt ?? { start: 0, end: length };
  if (edge === "start") {
    const moved = Math.max(0, Math.min(seconds, length - EXCERPT_SECONDS_MIN));
    return partOf({ start: moved, end: Math.max(end, moved + EXCERPT_SECONDS_MIN) }, length);
  }
  const moved = Math.min(length, Math.max(seconds, EXCERPT_SECONDS_MIN));
  return partOf({ start: Math.min(start, moved - EXCERPT_SECONDS_MIN), end: moved }, length);
}

/** Rounds a part; null for the whole sound. Rounding never makes a part too short, or longer than the sound. */
function partOf({ start, end }: Excerpt, length: number): Excerpt | null {
  const from = Math.floor(start * STEPS_PER_SECOND) / STEPS_PER_SECOND;
  const most = Math.floor(length * STEPS_PER_SECOND) / STEPS_PER_SECOND;
  const to = Math.min(most, Math.ceil(end * STEPS_PER_SECOND) / STEPS_PER_SECOND);
  return from === 0 && to === most ? null : { start: from, end: to };
}
