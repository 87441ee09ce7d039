/** Parses a time of FCPXML: `1001/30000s`, `5s` or `0s`; null for a missing or other text. */
export function secondsIn(text: string | undefined): number | null {
  const [, whole, divisor] = /^(-?\d{1,18})(?:\/(\d{1,15}))?s$/.exec(text ?? "") ?? [];
  if (whole === undefined) {
    return /^-?\d{1,12}\.\d{1,12}s$/.test(text ?? "") ? Number.parseFloat(text ?? "") : null;
  }
  const by = divisor === undefined ? 1 : Number(divisor);
  return by === 0 ? null : Number(whole) / by;
}
