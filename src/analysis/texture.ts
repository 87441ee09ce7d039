import type { LabPicture } from "./lab.ts";
import { blurred } from "./blur.ts";
import { clamp, deviationOf } from "./statistics.ts";

/** Keeps the noise of an even wall from counting as its texture. */
const FLOOR = 6;

/** Fine detail against the whole: how much of the variation in lightness is lost by a blur of five pixels. */
export function textureOf(picture: LabPicture): number {
  const smooth = blurred(picture.lightness, picture.width, picture.height, 2);
  const detail = picture.lightness.map((value, at) => value - (smooth[at] ?? 0));
  return clamp(deviationOf(detail) / (deviationOf(picture.lightness) + FLOOR));
}
