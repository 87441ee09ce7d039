import type { LabPicture } from "./lab.ts";
import type { Pixels } from "./pixels.ts";
import { clamp } from "./statistics.ts";

/** The value for "extremely colourful" in the paper below. */
const EXTREMELY = 109;

/** Returns M̂³ of Hasler and Süsstrunk, "Measuring colourfulness in natural images" (2003), relative to their highest class. */
export function colourfulnessOf({ data }: Pixels): number {
  const count = data.length / 3;
  let sumRg = 0;
  let sumYb = 0;
  let squaresRg = 0;
  let squaresYb = 0;
  for (let at = 0; at < data.length; at += 3) {
    const red = data[at] ?? 0;
    const green = data[at + 1] ?? 0;
    const rg = red - green;
    const yb = (red + green) / 2 - (data[at + 2] ?? 0);
    sumRg += rg;
    sumYb += yb;
    squaresRg += rg * rg;
    squaresYb += yb * yb;
  }
  const meanRg = sumRg / count;
  const meanYb = sumYb / count;
  const variances = squaresRg / count - meanRg * meanRg + squaresYb / count - meanYb * meanYb;
  const measure = Math.sqrt(Math.max(0, variances)) + 0.3 * Math.sqrt(meanRg * meanRg + meanYb * meanYb);
  return clamp(measure / EXTREMELY);
}

/** Returns the mean chroma in CIELAB divided by 100: 0.08 for a muted picture, 0.15 to 0.3 for a photograph, more for a poster. */
export function saturationOf({ a, b }: LabPicture): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += Math.sqrt((a[at] ?? 0) ** 2 + (b[at] ?? 0) ** 2);
  return clamp(sum / Math.max(1, a.length) / 100);
}
