/**
 * Returns the rarity of a term that `frequency` of `songs` songs have, from near 0 (all songs) to 1 (one song). A
 * logarithm of base 2 with linear steps between powers: unlike Math.log2 it gives the same bits on every machine.
 */
export function rarity(frequency: number, songs: number): number {
  return steps(1 + songs / Math.max(1, frequency)) / steps(1 + songs);
}

function steps(value: number): number {
  let rest = value;
  let bits = 0;
  while (rest >= 2) {
    rest /= 2;
    bits++;
  }
  return bits + rest - 1;
}
