import { hit, type DrumHit } from "./drums.ts";
import type { Timbre } from "./timbre.ts";

/** The drums and cymbals of a kit. */
export type Piece =
  | "kick"
  | "snare"
  | "hat"
  | "open"
  | "ride"
  | "crash"
  | "clap"
  | "tom"
  | "low"
  | "rim"
  | "shaker"
  | "hand"
  | "high"
  | "brush"
  | "bell";

export type KitName = "rock" | "machine" | "trap" | "brushes" | "hands" | "epic" | "march";

const RIDE = { hertz: [3_140, 4_270, 5_390, 6_830], decay: 0.7, level: 0.12 } as const;
const BASE: Readonly<Record<Piece, DrumHit>> = {
  kick: {
    skin: { from: 180, to: 52, fall: 0.018, decay: 0.22 },
    noise: { level: 0.12, response: "low", hertz: 3_000, decay: 0.01 },
  },
  snare: {
    skin: { from: 260, to: 185, fall: 0.02, decay: 0.1 },
    noise: { level: 0.9, response: "band", hertz: 2_600, decay: 0.16 },
  },
  hat: { noise: { level: 1, response: "high", hertz: 8_500, decay: 0.035 } },
  open: { noise: { level: 1, response: "high", hertz: 7_500, decay: 0.28 } },
  ride: { noise: { level: 0.35, response: "high", hertz: 7_000, decay: 0.3 }, metal: RIDE },
  crash: {
    noise: { level: 1, response: "high", hertz: 4_500, decay: 1.1 },
    metal: { hertz: [2_870, 3_920, 5_510], decay: 1, level: 0.05 },
  },
  clap: { noise: { level: 1, response: "band", hertz: 1_700, decay: 0.14, bursts: 0.011 } },
  tom: { skin: { from: 170, to: 105, fall: 0.05, decay: 0.3 } },
  low: { skin: { from: 120, to: 72, fall: 0.05, decay: 0.45 } },
  rim: {
    metal: { hertz: [820, 1_730], decay: 0.04, level: 0.6 },
    noise: { level: 0.3, response: "band", hertz: 3_000, decay: 0.02 },
  },
  shaker: { noise: { level: 1, response: "high", hertz: 6_000, decay: 0.07 } },
  hand: {
    skin: { from: 240, to: 195, fall: 0.02, decay: 0.16 },
    noise: { level: 0.15, response: "band", hertz: 1_200, decay: 0.02 },
  },
  high: {
    skin: { from: 420, to: 345, fall: 0.015, decay: 0.11 },
    noise: { level: 0.2, response: "band", hertz: 2_200, decay: 0.02 },
  },
  brush: { noise: { level: 1, response: "band", hertz: 3_600, decay: 0.22 } },
  bell: { metal: { hertz: [845, 1_267, 2_530], decay: 0.28, level: 0.5 } },
};

const OTHER: Readonly<Record<KitName, Partial<Record<Piece, DrumHit>>>> = {
  rock: {},
  machine: {
    kick: { skin: { from: 240, to: 48, fall: 0.03, decay: 0.28 }, drive: 0.12 },
    snare: {
      skin: { from: 240, to: 180, fall: 0.02, decay: 0.08 },
      noise: { level: 1, response: "high", hertz: 1_800, decay: 0.13 },
    },
  },
  trap: {
    kick: { skin: { from: 200, to: 45, fall: 0.025, decay: 0.4 }, drive: 0.15 },
    snare: { noise: { level: 1, response: "band", hertz: 2_100, decay: 0.15, bursts: 0.008 } },
    hat: { noise: { level: 1, response: "high", hertz: 9_500, decay: 0.02 } },
  },
  brushes: {
    kick: { skin: { from: 110, to: 58, fall: 0.02, decay: 0.16 } },
    snare: { noise: { level: 1, response: "band", hertz: 3_000, decay: 0.12 } },
  },
  hands: {
    kick: { skin: { from: 130, to: 78, fall: 0.03, decay: 0.3 } },
    snare: {
      skin: { from: 330, to: 280, fall: 0.015, decay: 0.1 },
      noise: { level: 0.5, response: "band", hertz: 1_500, decay: 0.03 },
    },
  },
  epic: {
    kick: {
      skin: { from: 120, to: 44, fall: 0.05, decay: 0.7 },
      noise: { level: 0.3, response: "low", hertz: 900, decay: 0.05 },
    },
    snare: {
      skin: { from: 150, to: 82, fall: 0.05, decay: 0.5 },
      noise: { level: 0.4, response: "band", hertz: 900, decay: 0.08 },
    },
  },
  march: {
    snare: {
      skin: { from: 250, to: 210, fall: 0.02, decay: 0.06 },
      noise: { level: 1, response: "high", hertz: 2_400, decay: 0.1 },
    },
  },
};

export function pieceOf(kit: KitName, piece: Piece): Timbre {
  return hit(OTHER[kit][piece] ?? BASE[piece]);
}
