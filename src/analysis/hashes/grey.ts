/** A grey picture: luma (ITU-R BT.601) from 0 to 255, row by row. */
export interface Grey {
  readonly width: number;
  readonly height: number;
  readonly values: Float64Array;
}

/** Returns bits in hexadecimal, the first bit being the highest. */
export function hexOf(bits: readonly boolean[]): string {
  let hex = "";
  for (let at = 0; at < bits.length; at += 4) {
    let digit = 0;
    for (let index = 0; index < 4; index++) digit = digit * 2 + (bits[at + index] === true ? 1 : 0);
    hex += digit.toString(16);
  }
  return hex;
}

/** Returns the number of bits in which two hashes of the same length differ. */
export function distanceOf(one: string, other: string): number {
  let distance = 0;
  for (let at = 0; at < one.length; at += 8) {
    let differing = (Number.parseInt(one.slice(at, at + 8), 16) ^ Number.parseInt(other.slice(at, at + 8), 16)) >>> 0;
    for (; differing !== 0; differing &= differing - 1) distance++;
  }
  return distance;
}

/**
 * Returns `rows` × `rows` coefficients, row by row, of the two-dimensional cosine transform (DCT-II, unscaled) of a square
 * picture, beginning with frequency `first` in both directions.
 */
export function cosineTransform({ width: size, values }: Grey, first: number, rows: number): readonly number[] {
  const wave = Array.from({ length: rows }, (_, row) =>
    Float64Array.from({ length: size }, (__, at) => Math.cos((Math.PI / 2 / size) * (row + first) * (2 * at + 1))),
  );
  const half = wave.map((down) =>
    Float64Array.from({ length: size }, (_, column) => {
      let sum = 0;
      for (let row = 0; row < size; row++) sum += (down[row] ?? 0) * (values[row * size + column] ?? 0);
      return sum;
    }),
  );
  return half.flatMap((line) =>
    wave.map((across) => {
      let sum = 0;
      for (let column = 0; column < size; column++) sum += (across[column] ?? 0) * (line[column] ?? 0);
      return sum;
    }),
  );
}
