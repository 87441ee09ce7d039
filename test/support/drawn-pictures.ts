import type { Pixels } from "../../src/analysis/pixels.ts";

type Colour = readonly [red: number, green: number, blue: number];

/** @param colourAt colour of a position, with both coordinates from 0 (left, top) to 1; values are limited to a byte. */
export function draw(width: number, height: number, colourAt: (x: number, y: number) => Colour): Pixels {
  const data = new Uint8Array(width * height * 3);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const colour = colourAt((column + 0.5) / width, (row + 0.5) / height);
      for (const [channel, value] of colour.entries()) {
        data[(row * width + column) * 3 + channel] = Math.min(255, Math.max(0, Math.round(value)));
      }
    }
  }
  return { data, width, height };
}

/** Returns deterministic noise from -1 to 1. */
export function grain(x: number, y: number): number {
  const wave = Math.sin(Math.floor(x * 190) * 12.9898 + Math.floor(y * 190) * 78.233) * 43758.5453;
  return 2 * (wave - Math.floor(wave)) - 1;
}

export const even = (colour: Colour): Pixels => draw(96, 64, () => colour);

/** A low sun over the sea: orange to violet above, its light on the water below. */
export function sunset(): Pixels {
  return draw(240, 160, (x, y) => {
    const glow = Math.exp(-((x - 0.5) ** 2 + (y - 0.52) ** 2) / 0.012);
    if (y < 0.6) return mix(mix([70, 40, 90], [250, 130, 40], y / 0.6), [255, 240, 180], glow);
    const path = Math.exp(-((x - 0.5) ** 2) / 0.006) * (0.6 + 0.4 * Math.sin(y * 260));
    return mix(mix([150, 70, 50], [30, 20, 40], (y - 0.6) / 0.4), [255, 190, 90], 0.8 * path);
  });
}

/** A street at night: black walls, a dark blue strip of sky, three lamps and their shine on the wet ground. */
export function alley(): Pixels {
  const lamps: readonly Colour[] = [
    [0.28, 0.35, 0.0012],
    [0.7, 0.4, 0.0008],
    [0.56, 0.48, 0.0003],
  ];
  return draw(240, 160, (x, y) => {
    const isSky = Math.abs(x - 0.5) < 0.13 * (1 - y * 1.4);
    const wall: Colour = isSky ? [12, 16, 36] : [9 + 3 * grain(x, y), 8 + 3 * grain(x, y), 9];
    return lamps.reduce<Colour>((colour, [at, above, size]) => {
      const lamp = Math.exp(-((x - at) ** 2 + (y - above) ** 2) / size);
      const halo = 0.35 * Math.exp(-((x - at) ** 2 + (y - above) ** 2) / (size * 14));
      const shine = y > 0.6 ? 0.4 * Math.exp(-((x - at) ** 2) / (size * 2)) * Math.abs(grain(0, y)) : 0;
      return mix(colour, [255, 205, 130], Math.min(1, lamp + halo + shine));
    }, wall);
  });
}

/** A hill in fog. */
export function fog(): Pixels {
  return draw(240, 160, (x, y) => {
    const hill = y > 0.7 + 0.04 * Math.sin(x * 7) ? -14 : 0;
    const value = 178 - 18 * y + hill;
    return [value, value + 1, value + 3];
  });
}

/** A forest: leaves and trunks. */
export function forest(): Pixels {
  return draw(240, 160, (x, y) => {
    const trunk = Math.abs(Math.sin(x * 23)) < 0.12 && y > 0.2 ? 0.75 : 0;
    const leaf = 0.5 + 0.5 * grain(x, y);
    const green: Colour = [20 + 60 * leaf, 45 + 85 * leaf, 12 + 30 * leaf];
    return mix(green, [46, 34, 22], trunk);
  });
}

export function mirrored({ data, width, height }: Pixels): Pixels {
  const mirroredData = new Uint8Array(data.length);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const from = (row * width + column) * 3;
      mirroredData.set(data.subarray(from, from + 3), (row * width + width - 1 - column) * 3);
    }
  }
  return { data: mirroredData, width, height };
}

/** Multiplies every channel by a factor, limited to white. */
export function exposed({ data, width, height }: Pixels, factor: number): Pixels {
  return { data: data.map((value) => Math.min(255, Math.round(value * factor))), width, height };
}

function mix(one: Colour, other: Colour, share: number): Colour {
  const at = Math.min(1, Math.max(0, share));
  return [one[0] + at * (other[0] - one[0]), one[1] + at * (other[1] - one[1]), one[2] + at * (other[2] - one[2])];
}
