/**
 * Returns the rarity of a term that `frequency` of `songs` songs have, from near 0 (all songs) to 1 (one song). Its
 * logarithm has linear steps between powers: unlike Math.log2 it gives the same bits on every machine.
 */
export function rarity(frequency: number, songs: number): number {
  return logarithm(1 + songs / Math.max(1, frequency)) / logarithm(1 + songs);
}

/** Returns the logarithm of base 2 of a value of at least 1, with linear steps between powers. */
export function logarithm(value: number): number {
  let rest = value;
  let bits = 0;
  while (rest >= 2) {
    rest /= 2;
    bits++;
  }
  return bits + rest - 1;
}
