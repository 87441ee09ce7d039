import { medianOf } from "../statistics.ts";

/** With fewer shots nothing is regular. The last one ends with the film and does not count. */
const SHOTS_MIN = 2;
/** Share of the shots that must be as long as the typical one, and the tolerance relative to it. */
const REGULAR_MIN = 0.7;
const TOLERANCE = 0.25;

/**
 * Returns whether most shots of a film are equally long. Then its cuts neither quicken nor slow down, although the parts of a
 * curve can have one cut more or less. @param times of cuts, in seconds.
 */
export function areRegular(times: readonly number[]): boolean {
  const shots = times.map((at, index) => at - (times[index - 1] ?? 0));
  if (shots.length < SHOTS_MIN) return false;
  const typical = medianOf(shots);
  const regular = shots.filter((shot) => Math.abs(shot - typical) <= TOLERANCE * typical);
  return regular.length >= REGULAR_MIN * shots.length;
}
