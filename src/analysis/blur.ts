/** The mean of the square of `2 * radius + 1` about each pixel; at the rim, of the part of it that is there. */
export function blurred(plane: Float32Array, width: number, height: number, radius: number): Float32Array {
  const across = new Float32Array(plane.length);
  for (let row = 0; row < height; row++) slide(plane, across, row * width, 1, width, radius);
  const both = new Float32Array(plane.length);
  for (let column = 0; column < width; column++) slide(across, both, column, width, height, radius);
  return both;
}

/** Means along one line of `length` places, `step` apart. */
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
  for (let place = 0; place < Math.min(radius, length); place++) {
    sum += from[start + place * step] ?? 0;
    count++;
  }
  for (let place = 0; place < length; place++) {
    if (place + radius < length) {
      sum += from[start + (place + radius) * step] ?? 0;
      count++;
    }
    if (place - radius - 1 >= 0) {
      sum -= from[start + (place - radius - 1) * step] ?? 0;
      count--;
    }
    to[start + place * step] = sum / count;
  }
}
