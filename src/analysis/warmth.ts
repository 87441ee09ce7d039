import type { LabPicture } from "./lab.ts";
import { clamp, meanOf } from "./statistics.ts";

/** The axis from blue to orange, at 50 degrees of hue in CIELAB: leaves and magenta lie across it and count for nothing. */
const AXIS = { a: 0.643, b: 0.766 } as const;

/** A picture of one strong orange or blue is beyond it. */
const FULL = 40;

/** Blue is -1, orange 1, grey 0. */
export function warmthOf({ a, b }: LabPicture): number {
  return clamp((AXIS.a * meanOf(a) + AXIS.b * meanOf(b)) / FULL, -1, 1);
}
