import { HELD, SLOW, BLOWN, BASS } from "./envelopes.ts";
import { piped } from "./piped.ts";
import type { Timbre } from "./timbre.ts";

/** Organs, flutes, glass and plain sines. */
export const PIPED = {
  flute: () => piped({ ranks: [1, 1, 2, 0.3, 3, 0.1], envelope: BLOWN, breath: 0.5 }),
  whistle: () => piped({ ranks: [1, 1, 2, 0.06], envelope: BLOWN, breath: 0.25 }),
  glass: () => piped({ ranks: [1, 1, 2.01, 0.2, 3.02, 0.12], envelope: SLOW, beating: 0.003 }),
  organ: () => piped({ ranks: [0.5, 0.5, 1, 1, 1.5, 0.4, 2, 0.7, 3, 0.35, 4, 0.3], envelope: HELD, beating: 0.0018 }),
  pipeorgan: () =>
    piped({
      ranks: [0.5, 0.6, 1, 1, 2, 0.8, 3, 0.25, 4, 0.5, 6, 0.2, 8, 0.25],
      envelope: { ...HELD, attack: 0.05, release: 0.4 },
      breath: 0.05,
    }),
  softpad: () => piped({ ranks: [1, 1, 2, 0.35, 3, 0.16, 4, 0.06], envelope: SLOW, beating: 0.004 }),
  sub: () => piped({ ranks: [1, 1, 2, 0.22, 3, 0.08], envelope: { ...BASS, sustain: 0.8 } }),
} as const satisfies Record<string, () => Timbre>;
