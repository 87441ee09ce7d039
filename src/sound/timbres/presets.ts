import { HELD_TONES } from "./held-presets.ts";
import { PIPED } from "./piped-presets.ts";
import { PLUCKED } from "./plucked-presets.ts";
import { STRUCK } from "./struck-presets.ts";
import { SUNG } from "./sung-presets.ts";
import { SYNTHS } from "./synth-presets.ts";
import type { Timbre } from "./timbre.ts";

/** Every sound there is, by the name the table of instruments uses. */
export const PRESETS = {
  ...STRUCK,
  ...PLUCKED,
  ...HELD_TONES,
  ...SYNTHS,
  ...PIPED,
  ...SUNG,
} as const satisfies Record<string, () => Timbre>;

export type PresetName = keyof typeof PRESETS;
