/**
 * Sorts the values from `from` to before `to` by insertion. For lists of a few dozen values: a view for each of a million
 * songs would be slower.
 */
export function sortWithin(values: Uint16Array | Uint32Array, from: number, to: number): void {
  for (let at = from + 1; at < to; at++) {
    const value = values[at] ?? 0;
    let place = at;
    for (; place > from && (values[place - 1] ?? 0) > value; place--) values[place] = values[place - 1] ?? 0;
    values[place] = value;
  }
}
