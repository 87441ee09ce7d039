import type { LabPicture } from "./lab.ts";
import { clamp, meanOf } from "./statistics.ts";

/** The axis from blue to orange, at a CIELAB hue of 50 degrees. Green and magenta are perpendicular to it and have no effect. */
const AXIS = { a: 0.643, b: 0.766 } as const;

/** The mean on this axis that counts as fully warm or cold. A picture of one strong orange or blue exceeds it. */
const FULL = 40;

/** Returns -1 for blue, 0 for grey, 1 for orange. */
export function warmthOf({ a, b }: LabPicture): number {
  return clamp((AXIS.a * meanOf(a) + AXIS.b * meanOf(b)) / FULL, -1, 1);
}
