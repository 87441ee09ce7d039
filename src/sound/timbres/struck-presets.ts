import { struck } from "./struck.ts";
import type { Timbre } from "./timbre.ts";

const STRING_PARTIALS = [
  1, 1, 1, 2, 0.55, 0.8, 3, 0.38, 0.65, 4, 0.25, 0.5, 5, 0.17, 0.42, 6, 0.12, 0.35, 7, 0.07, 0.3, 8, 0.05, 0.25,
] as const;

/** Pianos, mallets and bells. */
export const STRUCK = {
  piano: () => struck({ partials: STRING_PARTIALS, decay: 3.2, stiffness: 0.0004, knock: 0.05 }),
  felt: () =>
    struck({ partials: STRING_PARTIALS.slice(0, 12), decay: 2.6, stiffness: 0.0003, knock: 0.04, touch: 0.9 }),
  harpsichord: () =>
    struck({
      partials: [
        1, 0.6, 1, 2, 0.8, 0.9, 3, 0.8, 0.8, 4, 0.6, 0.8, 5, 0.5, 0.7, 6, 0.45, 0.6, 8, 0.4, 0.5, 10, 0.25, 0.4,
      ],
      decay: 1.5,
      knock: 0.12,
      touch: 0.1,
    }),
  rhodes: () => struck({ partials: [1, 1, 1, 2, 0.22, 0.8, 3, 0.1, 0.6, 14, 0.1, 0.08], decay: 2.8, touch: 0.8 }),
  vibes: () => struck({ partials: [1, 1, 1, 4, 0.22, 0.5, 10, 0.08, 0.12], decay: 3, ringsOn: true }),
  marimba: () => struck({ partials: [1, 1, 1, 4, 0.3, 0.35, 9.2, 0.1, 0.1], decay: 0.55, ringsOn: true, knock: 0.06 }),
  bell: () =>
    struck({ partials: [1, 1, 1, 2.76, 0.5, 0.55, 5.4, 0.28, 0.3, 8.9, 0.12, 0.15], decay: 1.9, ringsOn: true }),
  musicbox: () =>
    struck({ partials: [1, 1, 1, 2, 0.15, 0.5, 6.3, 0.25, 0.12], decay: 1.3, ringsOn: true, knock: 0.05 }),
  gong: () =>
    struck({
      partials: [1, 1, 1, 1.48, 0.5, 0.9, 2.11, 0.45, 0.7, 2.95, 0.3, 0.5, 4.2, 0.2, 0.3],
      decay: 2.6,
      ringsOn: true,
    }),
  steel: () => struck({ partials: [1, 1, 1, 2, 0.6, 0.7, 3, 0.25, 0.5, 4.02, 0.15, 0.4], decay: 0.9, ringsOn: true }),
  eight: () => struck({ partials: [1, 1, 1, 2, 0.25, 0.6, 3, 0.12, 0.4], decay: 1.2, knock: 0.1 }),
} as const satisfies Record<string, () => Timbre>;
