/** A stated length counts as wrong if it differs by more than both. Padding and rounding of encoders differ by less. */
const TOLERANCE_SHARE = 0.02;
const TOLERANCE_SECONDS = 1;

/** Whether a measured length shows that a stated one is wrong. Both in seconds. */
export function contradicts(measured: number, stated: number): boolean {
  const difference = Math.abs(stated - measured);
  return difference > TOLERANCE_SECONDS && difference > TOLERANCE_SHARE * stated;
}

/** Returns the length to show: what the catalog states, unless it is missing or a measurement contradicts it. */
export function lengthOf(stated: number | null, measured: number | null): number | null {
  return stated === null || (measured !== null && contradicts(measured, stated)) ? measured : stated;
}
