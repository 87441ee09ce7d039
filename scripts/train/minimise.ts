/** Returns the value at a point and writes the gradient into `gradient`. */
export type Objective = (point: Float64Array, gradient: Float64Array) => number;

const MEMORY = 8;
const SHRINKS_MAX = 20;
/** Relative gain per round below which the search ends. */
const GAIN_MIN = 1e-5;

/** L-BFGS (Nocedal 1980) with backtracking line search. Ends after `rounds`, or when a round gains almost nothing. */
export function minimise(objective: Objective, start: Float64Array, rounds: number): Float64Array {
  let point = Float64Array.from(start);
  let gradient = new Float64Array(point.length);
  let value = objective(point, gradient);
  const steps: { move: Float64Array; gradientChange: Float64Array; scale: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    const direction = directionAt(gradient, steps);
    const slope = dot(direction, gradient);
    let length = steps.length === 0 ? 1 / Math.max(1, Math.sqrt(dot(gradient, gradient))) : 1;
    const nextGradient = new Float64Array(point.length);
    let next = point;
    let nextValue = value;
    for (let shrink = 0; shrink < SHRINKS_MAX; shrink++, length /= 2) {
      const here = length;
      next = point.map((one, at) => one + here * (direction[at] ?? 0));
      nextValue = objective(next, nextGradient);
      if (nextValue <= value + 1e-4 * length * slope) break;
    }
    const move = next.map((one, at) => one - (point[at] ?? 0));
    const gradientChange = nextGradient.map((one, at) => one - (gradient[at] ?? 0));
    const curvature = dot(move, gradientChange);
    if (curvature > 1e-12) steps.push({ move, gradientChange, scale: 1 / curvature });
    if (steps.length > MEMORY) steps.shift();
    const gain = value - nextValue;
    [point, gradient, value] = [next, nextGradient, nextValue];
    if (gain < GAIN_MIN * Math.max(1e-3, value)) break;
  }
  return point;
}

function directionAt(
  gradient: Float64Array,
  steps: readonly { move: Float64Array; gradientChange: Float64Array; scale: number }[],
): Float64Array {
  const direction = gradient.map((one) => -one);
  const shares: number[] = [];
  for (const { move, gradientChange, scale } of steps.toReversed()) {
    const share = scale * dot(move, direction);
    shares.unshift(share);
    addScaled(direction, gradientChange, -share);
  }
  const last = steps.at(-1);
  if (last !== undefined) {
    const size = 1 / (last.scale * dot(last.gradientChange, last.gradientChange));
    for (let at = 0; at < direction.length; at++) direction[at] = (direction[at] ?? 0) * size;
  }
  for (const [index, { move, gradientChange, scale }] of steps.entries()) {
    addScaled(direction, move, (shares[index] ?? 0) - scale * dot(gradientChange, direction));
  }
  return direction;
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

function addScaled(to: Float64Array, more: Float64Array, scale: number): void {
  for (let at = 0; at < to.length; at++) to[at] = (to[at] ?? 0) + scale * (more[at] ?? 0);
}
