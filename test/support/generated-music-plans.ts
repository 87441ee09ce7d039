import type { Mode } from "../../schema/song.ts";

/** In semitones above the tonic. */
export const DEGREES: Readonly<Record<Mode, readonly number[]>> = {
  major: [0, 2, 4, 5, 7, 9, 11],
  minor: [0, 2, 3, 5, 7, 8, 10],
};

/** Chords by degree (0 is the first). In minor, the fifth is major because of the leading note; 7 is the minor fifth. */
export const CHORDS: Readonly<Record<Mode, readonly (readonly number[])[]>> = {
  major: [
    [0, 4, 7],
    [2, 5, 9],
    [4, 7, 11],
    [5, 9, 12],
    [7, 11, 14],
    [9, 12, 16],
    [11, 14, 17],
  ],
  minor: [
    [0, 3, 7],
    [2, 5, 8],
    [3, 7, 10],
    [5, 8, 12],
    [7, 11, 14],
    [8, 12, 15],
    [10, 14, 17],
    [7, 10, 14],
  ],
};

export const PROGRESSIONS: Readonly<Record<Mode, readonly (readonly number[])[]>> = {
  major: [
    [0, 4, 5, 3],
    [0, 5, 3, 4],
    [0, 3, 4, 0],
    [1, 4, 0, 0],
    [0, 3, 0, 4],
    [5, 3, 0, 4],
  ],
  minor: [
    [0, 5, 2, 6],
    [0, 3, 7, 0],
    [0, 3, 4, 0],
    [0, 6, 5, 4],
    [1, 4, 0, 0],
    [0, 5, 3, 4],
  ],
};

interface Style {
  readonly slowest: number;
  readonly fastest: number;
  readonly stepsABeat: number;
  /** Delay of every second step, as a share of a step. */
  readonly swing: number;
  /** One bar each: x is a hit, o a soft hit. */
  readonly kick: string;
  readonly snare: string;
  readonly hat: string;
  readonly comp: string;
  readonly bass: string;
  /** Probability that a note of the melody begins at a step. */
  readonly tune: number;
}

function style(range: readonly [number, number], parts: readonly string[], more: Partial<Style> = {}): Style {
  const [slowest, fastest] = range;
  const [kick = "", snare = "", hat = "", comp = "", bass = ""] = parts;
  return { slowest, fastest, kick, snare, hat, comp, bass, stepsABeat: 4, swing: 0, tune: 0.25, ...more };
}

const FOUR_FLOOR = ["x...x...x...x...", "....x.......x...", "..x...x...x...x.", "x.......x.......", "..x...x...x...x."];
const ROCK = ["x.......x.x.....", "....x.......x...", "x.x.x.x.x.x.x.x.", "x.......x.......", "x.x.x.x.x.x.x.x."];
const HALF = ["x.........x.....", "........x.......", "x.x.x.x.x.x.x.x.", "x...............", "x.........x....."];
const SHUFFLE = ["x...x.x.", "..x...x.", "x.xxx.xx", "x...x...", "x.x.x.x."];
const BREAK = ["x.x.......xx....", "....x..o.o..x..o", "x.x.x.x.x.x.x.x.", "x.....x...x.....", "x.x.......x....."];
const WALTZ = ["x.....", "..o.o.", "x.x.x.", "..x.x.", "x....."];
const BOSSA = ["x..xx..xx..xx..x", "x..x..x...x..x..", "xxxxxxxxxxxxxxxx", "x..x..x...x..x..", "x..xx..xx..xx..x"];
const TRAIN = ["x...x...x...x...", "ooxoooxoooxoooxo", "................", "..x...x...x...x.", "x.......x......."];
const REGGAE = ["........x.......", "........x.......", "x.x.x.x.x.x.x.x.", "..x...x...x...x.", "x..x..x.......x."];
const SIX = ["x.....", "...x..", "xxxxxx", "x.....", "x....x"];
const CLAVE = ["x.....x.x.....x.", "x..x..x...x.x...", "x.xxx.xxx.xxx.xx", "x..x..x.x..x..x.", "...x..x....x..x."];
const SIXTEEN = ["x......xx.x.....", "....x.......x..o", "xxxxxxxxxxxxxxxx", "x..x..x.........", "x......xx.x....."];

/** No constant was fitted on the last four: they are held out for every seed. */
export const STYLES = {
  "four on the floor": style([110, 140], FOUR_FLOOR),
  rock: style([85, 165], ROCK),
  "half time": style([120, 160], HALF),
  shuffle: style([80, 140], SHUFFLE, { stepsABeat: 2, swing: 0.33, tune: 0.35 }),
  break: style([85, 178], BREAK),
  waltz: style([90, 170], WALTZ, { stepsABeat: 2, tune: 0.4 }),
  bossa: style([60, 90], BOSSA),
  ballad: style([60, 90], ROCK, { tune: 0.15 }),
  train: style([90, 125], TRAIN),
  reggae: style([65, 95], REGGAE),
  "six eight": style([60, 75], SIX, { stepsABeat: 3, tune: 0.3 }),
  clave: style([85, 120], CLAVE, { swing: 0.05 }),
  sixteenths: style([75, 110], SIXTEEN, { swing: 0.2 }),
} as const;
export type StyleName = keyof typeof STYLES;
export const HELD_OUT_STYLES: readonly StyleName[] = ["train", "reggae", "six eight", "clave"];

interface Timbre {
  /** Amplitudes, the fundamental first. */
  readonly partials: readonly number[];
  /** Seconds. */
  readonly attack: number;
  /** Decay of the fundamental, in e-folds per second. */
  readonly decay: number;
  readonly inharmonicity: number;
}

export const TIMBRES = {
  piano: { partials: [1, 0.6, 0.4, 0.3, 0.2, 0.12, 0.08], attack: 0.005, decay: 2, inharmonicity: 0.0004 },
  saw: { partials: [1, 0.5, 0.33, 0.25, 0.2, 0.17, 0.14, 0.12], attack: 0.02, decay: 0.3, inharmonicity: 0 },
  organ: { partials: [1, 0.8, 0.6, 0.5, 0, 0.4, 0, 0.3], attack: 0.015, decay: 0, inharmonicity: 0 },
  pluck: { partials: [1, 0.9, 0.5, 0.5, 0.3, 0.3], attack: 0.003, decay: 5, inharmonicity: 0.0001 },
  flute: { partials: [1, 0.15, 0.05], attack: 0.06, decay: 0.2, inharmonicity: 0 },
  reed: { partials: [1, 0.05, 0.7, 0.05, 0.45, 0.05, 0.3], attack: 0.03, decay: 0.1, inharmonicity: 0 },
  brass: { partials: [0.7, 1, 0.9, 0.6, 0.4, 0.3, 0.2], attack: 0.05, decay: 0.2, inharmonicity: 0 },
} as const satisfies Readonly<Record<string, Timbre>>;
export type TimbreName = keyof typeof TIMBRES;
/** The last ones are held out, as with the styles. */
export const HELD_OUT_TIMBRES: readonly TimbreName[] = ["reed", "brass"];
