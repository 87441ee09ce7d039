import type { BpmRange, Brief, Seen } from "../../../schema/brief.ts";
import type { Analysis } from "../../../schema/wire/analysis.ts";
import type { SightWishes } from "./weigh.ts";

/** A tempo heard in the film is kept to within these, and half or double of it nearly as well fits the cut. */
const HEARD_SPREAD = 0.05;
const HEARD_WEIGHT = 0.9;

/** Between these a tempo is neither slow nor fast, and an energy neither low nor high. */
const SLOW_BPM = 88;
const FAST_BPM = 118;
const LOW = 1.2;
const HIGH = 1.8;

type Tempo = Seen["tempo"];

/** The tempo to be near: of music that the film has, else of what is seen. The text's own tempo leaves none. */
export function tempoBeside(
  text: Brief,
  asked: SightWishes,
  analyses: readonly Analysis[],
  hasRoom: (name: string) => boolean,
): Tempo {
  if (text.constraints.some(({ kind }) => kind === "tempo")) return null;
  const heard = analyses.flatMap((one) => (one.kind === "video" ? (one.sound?.music_bpm ?? []) : []))[0];
  if (heard !== undefined && hasRoom(paceOf(heard)))
    return { ranges: [1, 0.5, 2].map((times) => around(heard * times)), weight: HEARD_WEIGHT, isHeard: true };
  if (asked.tempo === null) return null;
  const { value, weight } = asked.tempo;
  return hasRoom(paceOf((value.minBpm + value.maxBpm) / 2)) ? { ranges: [value], weight, isHeard: false } : null;
}

export function energyBeside(text: Brief, asked: SightWishes, hasRoom: (name: string) => boolean): Seen["energy"] {
  if (asked.energy === null || text.constraints.some(({ kind }) => kind === "energy")) return null;
  const { value, weight } = asked.energy;
  const says = value <= LOW ? ["calm", "slow"] : value >= HIGH ? ["energetic", "fast"] : [];
  return says.every(hasRoom) ? { level: value, weight } : null;
}

function paceOf(bpm: number): string {
  if (bpm < SLOW_BPM) return "slow";
  return bpm > FAST_BPM ? "fast" : "mid-tempo";
}

function around(bpm: number): BpmRange {
  return { minBpm: Math.round(bpm * (1 - HEARD_SPREAD)), maxBpm: Math.round(bpm * (1 + HEARD_SPREAD)) };
}
