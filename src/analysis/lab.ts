import type { Pixels } from "./pixels.ts";

/** A picture in CIELAB, one plane per channel: lightness 0 to 100; a (green to red) and b (blue to yellow) about -128 to 127. */
export interface LabPicture {
  readonly width: number;
  readonly height: number;
  readonly lightness: Float32Array;
  readonly a: Float32Array;
  readonly b: Float32Array;
}

export type Lab = readonly [lightness: number, a: number, b: number];

/** The white point of sRGB, D65. */
const WHITE = [0.95047, 1, 1.08883] as const;
const EPSILON = 216 / 24389;
const KAPPA = 24389 / 27;

export function toLab(pixels: Pixels): LabPicture {
  const { data, width, height } = pixels;
  const size = width * height;
  const lightness = new Float32Array(size);
  const a = new Float32Array(size);
  const b = new Float32Array(size);
  const linear = Float64Array.from({ length: 256 }, (_, value) => linearise(value));
  for (let pixel = 0, at = 0; pixel < size; pixel++, at += 3) {
    const red = linear[data[at] ?? 0] ?? 0;
    const green = linear[data[at + 1] ?? 0] ?? 0;
    const blue = linear[data[at + 2] ?? 0] ?? 0;
    const fx = compress((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / WHITE[0]);
    const fy = compress((0.2126729 * red + 0.7151522 * green + 0.072175 * blue) / WHITE[1]);
    const fz = compress((0.0193339 * red + 0.119192 * green + 0.9503041 * blue) / WHITE[2]);
    lightness[pixel] = 116 * fy - 16;
    a[pixel] = 500 * (fx - fy);
    b[pixel] = 200 * (fy - fz);
  }
  return { width, height, lightness, a, b };
}

export function labOf(red: number, green: number, blue: number): Lab {
  const { lightness, a, b } = toLab({ data: Uint8Array.of(red, green, blue), width: 1, height: 1 });
  return [lightness[0] ?? 0, a[0] ?? 0, b[0] ?? 0];
}

/** Returns the nearest sRGB colour, as "#rrggbb". */
export function hexOf([lightness, a, b]: Lab): string {
  const fy = (lightness + 16) / 116;
  const x = WHITE[0] * expand(fy + a / 500);
  const y = WHITE[1] * expand(fy);
  const z = WHITE[2] * expand(fy - b / 200);
  const channels = [
    3.2404542 * x - 1.5371385 * y - 0.4985314 * z,
    -0.969266 * x + 1.8760108 * y + 0.041556 * z,
    0.0556434 * x - 0.2040259 * y + 1.0572252 * z,
  ];
  return `#${channels.map((channel) => encode(channel).toString(16).padStart(2, "0")).join("")}`;
}

function linearise(value: number): number {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function encode(linear: number): number {
  const share = Math.min(1, Math.max(0, linear));
  return Math.round(255 * (share <= 0.0031308 ? share * 12.92 : 1.055 * share ** (1 / 2.4) - 0.055));
}

function compress(share: number): number {
  return share > EPSILON ? Math.cbrt(share) : (KAPPA * share + 16) / 116;
}

function expand(compressed: number): number {
  const cubed = compressed ** 3;
  return cubed > EPSILON ? cubed : (116 * compressed - 16) / KAPPA;
}
