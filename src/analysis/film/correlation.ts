/** Added to the variances (squared grey values), so that noise in a dark picture does not count as change. */
const NOISE = 20;

/** The shift of the second picture relative to the first, and the size of both. */
export interface Overlap {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the correlation of the grey values where the first frame and the shifted second frame overlap. */
export function correlationOf(
  one: ArrayLike<number>,
  other: ArrayLike<number>,
  { x, y, width, height }: Overlap,
): number {
  let [size, sumOne, sumOther, squaresOne, squaresOther, both] = [0, 0, 0, 0, 0, 0];
  for (let row = Math.max(0, -y); row < Math.min(height, height - y); row++) {
    for (let column = Math.max(0, -x); column < Math.min(width, width - x); column++) {
      const a = one[row * width + column] ?? 0;
      const b = other[(row + y) * width + column + x] ?? 0;
      size++;
      sumOne += a;
      sumOther += b;
      squaresOne += a * a;
      squaresOther += b * b;
      both += a * b;
    }
  }
  const varianceOne = squaresOne / size - (sumOne / size) ** 2 + NOISE;
  const varianceOther = squaresOther / size - (sumOther / size) ** 2 + NOISE;
  return (both / size - (sumOne / size) * (sumOther / size) + NOISE) / Math.sqrt(varianceOne * varianceOther);
}
