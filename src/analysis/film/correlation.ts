/** Added to the variances, in grey values squared, so that the noise of a dark picture is no change. */
const NOISE = 20;

/** How far the second picture shows the first one moved, and the size of both. */
export interface Overlap {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Of the grey values of the first frame with the second, which shows the same `x` and `y` pixels further. */
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
