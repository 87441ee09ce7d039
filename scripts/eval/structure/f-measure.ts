/** A found time this near to a true one is right (Davies, Degara and Plumbley, "Evaluation methods for beat tracking", 2009). */
const TOLERANCE_SECONDS = 0.07;

/** Returns the F-measure of found times, in seconds: each true time is found by at most one. 1 if both lists are empty. */
export function fMeasure(found: readonly number[], truth: readonly number[]): number {
  if (found.length === 0 && truth.length === 0) return 1;
  const left = [...found];
  let right = 0;
  for (const time of truth) {
    const near = left.findIndex((one) => Math.abs(one - time) <= TOLERANCE_SECONDS);
    if (near < 0) continue;
    left.splice(near, 1);
    right++;
  }
  return (2 * right) / (found.length + truth.length);
}
