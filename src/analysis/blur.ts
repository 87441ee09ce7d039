/** Returns, for each pixel, the mean of a square with side `2 * radius + 1` around it. At the border the square is smaller. */
export function blurred(plane: Float32Array, width: number, height: number, radius: number): Float32Array {
  const across = new Float32Array(plane.length);
  for (let row = 0; row < height; row++) slide(plane, across, row * width, 1, width, radius);
  const both = new Float32Array(plane.length);
  for (let column = 0; column < width; column++) slide(across, both, column, width, height, radius);
  return both;
}

/** Writes the moving means along one line of `length` values that are `step` apart. */
function slide(
  from: Float32Array,
  to: Float32Array,
  start: number,
  step: number,
  length: number,
  radius: number,
): void {
  let sum = 0;
  let count = 0;
  for (let index = 0; index < Math.min(radius, length); index++) {
    sum += from[start + index * step] ?? 0;
    count++;
  }
  for (let index = 0; index < length; index++) {
    if (index + radius < length) {
      sum += from[start + (index + radius) * step] ?? 0;
      count++;
    }
    if (index - radius - 1 >= 0) {
      sum -= from[start + (index - radius - 1) * step] ?? 0;
      count--;
    }
    to[start + index * step] = sum / count;
  }
}
