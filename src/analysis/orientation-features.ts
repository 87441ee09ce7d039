import type { LabPicture } from "./lab.ts";

const DIRECTIONS = 8;
const SCALES = [1, 2, 4] as const;

/**
 * Returns the strength of edges by direction and zone: after GIST (Oliva and Torralba 2001), with plain gradients at
 * three scales, and after HOG (Dalal and Triggs 2005), with normalised zones.
 */
export function orientationFeatures(picture: LabPicture): number[] {
  let plane: Plane = { values: picture.lightness.map((value) => value / 100), side: picture.width };
  const features: number[] = [];
  for (const scale of SCALES) {
    while (plane.side > picture.width / scale) plane = halved(plane);
    const gradients = gradientsOf(plane);
    const grid = zoned(gradients, plane.side, 4);
    features.push(...energies(grid), ...shares(grid));
    features.push(...shares(zoned(gradients, plane.side, 8)));
  }
  return features;
}

interface Plane {
  readonly values: Float32Array;
  readonly side: number;
}

interface Gradients {
  readonly strength: Float32Array;
  /** Direction of the edge, in fractional steps of 180 degrees / DIRECTIONS. */
  readonly direction: Float32Array;
}

function halved({ values, side }: Plane): Plane {
  const half = side / 2;
  const smaller = new Float32Array(half * half);
  for (let row = 0; row < half; row++) {
    for (let column = 0; column < half; column++) {
      const at = 2 * row * side + 2 * column;
      smaller[row * half + column] =
        ((values[at] ?? 0) + (values[at + 1] ?? 0) + (values[at + side] ?? 0) + (values[at + side + 1] ?? 0)) / 4;
    }
  }
  return { values: smaller, side: half };
}

function gradientsOf({ values, side }: Plane): Gradients {
  const strength = new Float32Array(values.length);
  const direction = new Float32Array(values.length);
  for (let row = 0; row < side; row++) {
    const above = Math.max(0, row - 1) * side;
    const below = Math.min(side - 1, row + 1) * side;
    for (let column = 0; column < side; column++) {
      const left = row * side + Math.max(0, column - 1);
      const right = row * side + Math.min(side - 1, column + 1);
      const across = (values[right] ?? 0) - (values[left] ?? 0);
      const down = (values[below + column] ?? 0) - (values[above + column] ?? 0);
      const at = row * side + column;
      strength[at] = Math.sqrt(across * across + down * down);
      direction[at] = (Math.atan2(down, across) / Math.PI + 1) * DIRECTIONS;
    }
  }
  return { strength, direction };
}

/** Sums the strength by zone and direction. Zones in the right half are mirrored and added to those in the left half. */
function zoned({ strength, direction }: Gradients, side: number, zones: number): Float64Array[] {
  const half = zones / 2;
  const sums = Array.from({ length: zones * half }, () => new Float64Array(DIRECTIONS));
  const scale = (zones * half) / strength.length;
  for (let row = 0; row < side; row++) {
    const zoneRow = Math.floor((row * zones) / side);
    for (let column = 0; column < side; column++) {
      const zoneColumn = Math.floor((column * zones) / side);
      const isRight = zoneColumn >= half;
      const sum = sums[zoneRow * half + (isRight ? zones - 1 - zoneColumn : zoneColumn)];
      if (sum === undefined) continue;
      const at = row * side + column;
      const position = isRight ? 2 * DIRECTIONS - (direction[at] ?? 0) : (direction[at] ?? 0);
      const low = Math.floor(position);
      const part = position - low;
      const amount = (strength[at] ?? 0) * scale;
      sum[low % DIRECTIONS] = (sum[low % DIRECTIONS] ?? 0) + (1 - part) * amount;
      sum[(low + 1) % DIRECTIONS] = (sum[(low + 1) % DIRECTIONS] ?? 0) + part * amount;
    }
  }
  return sums;
}

/** Returns the strengths on a logarithmic scale. */
function energies(grid: readonly Float64Array[]): number[] {
  return grid.flatMap((sums) => Array.from(sums, (sum) => Math.log(sum + 0.002)));
}

/** Returns the directions within each zone, independent of contrast. The added constant keeps noise in uniform zones small. */
function shares(grid: readonly Float64Array[]): number[] {
  return grid.flatMap((sums) => {
    const norm = Math.sqrt(sums.reduce((sum, value) => sum + value * value, 0)) + 0.01;
    return Array.from(sums, (sum) => Math.sqrt(sum / norm));
  });
}
