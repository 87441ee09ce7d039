import type { LabPicture } from "./lab.ts";
import { clamp } from "./statistics.ts";

/** Mean chroma in CIELAB, of 100: a muted picture has 0.08, a photograph 0.15 to 0.3, a poster more. */
export function saturationOf({ a, b }: LabPicture): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += Math.sqrt((a[at] ?? 0) ** 2 + (b[at] ?? 0) ** 2);
  return clamp(sum / Math.max(1, a.length) / 100);
}
