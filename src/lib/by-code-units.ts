/** Compares two texts by UTF-16 code units. The order of a locale differs between machines. */
export function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
