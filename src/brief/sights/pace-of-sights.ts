import type { BpmRange, Brief, Seen } from "../../../schema/brief.ts";
import type { Analysis } from "../../../schema/wire/analysis.ts";
import { cutTempoOf } from "./cut-tempo.ts";
import type { SightWishes } from "./weigh-sights.ts";

/** Accepted deviation from the tempo of music in the film; half and double tempo fit the cut too. */
const HEARD_SPREAD = 0.05;
const HEARD_WEIGHT = 0.9;
/** Weight of the tempo of regular cuts. Its half and its double fit the cuts, too. */
const CUT_WEIGHT = 0.6;

/** Between these a tempo is neither slow nor fast, and an energy neither low nor high. */
const SLOW_BPM = 88;
const FAST_BPM = 118;
const LOW = 1.2;
const HIGH = 1.8;

type Tempo = Seen["tempo"];

/** Returns the tempo of music in the film, otherwise of regular cuts, otherwise of the sights. Null if the text gives a tempo. */
export function seenTempo(
  text: Brief,
  wishes: SightWishes,
  analyses: readonly Analysis[],
  isAllowed: (name: string) => boolean,
): Tempo {
  if (text.constraints.some(({ kind }) => kind === "tempo")) return null;
  const heard = analyses.flatMap((one) => (one.kind === "video" ? (one.sound?.music_bpm ?? []) : []))[0];
  if (heard !== undefined && isAllowed(paceOf(heard)))
    return { ranges: [1, 0.5, 2].map((times) => around(heard * times)), weight: HEARD_WEIGHT, isHeard: true };
  const cut = analyses.flatMap((one) => (one.kind === "video" ? (cutTempoOf(one) ?? []) : []))[0];
  if (cut !== undefined && isAllowed(paceOf(cut)))
    return { ranges: [1, 0.5, 2].map((times) => around(cut * times)), weight: CUT_WEIGHT, isHeard: false };
  if (wishes.tempo === null) return null;
  const { value, weight } = wishes.tempo;
  return isAllowed(paceOf((value.minBpm + value.maxBpm) / 2)) ? { ranges: [value], weight, isHeard: false } : null;
}

export function seenEnergy(text: Brief, wishes: SightWishes, isAllowed: (name: string) => boolean): Seen["energy"] {
  if (wishes.energy === null || text.constraints.some(({ kind }) => kind === "energy")) return null;
  const { value, weight } = wishes.energy;
  const says = value <= LOW ? ["calm", "slow"] : value >= HIGH ? ["energetic", "fast"] : [];
  return says.every(isAllowed) ? { level: value, weight } : null;
}

function paceOf(bpm: number): string {
  if (bpm < SLOW_BPM) return "slow";
  return bpm > FAST_BPM ? "fast" : "mid-tempo";
}

function around(bpm: number): BpmRange {
  return { minBpm: Math.round(bpm * (1 - HEARD_SPREAD)), maxBpm: Math.round(bpm * (1 + HEARD_SPREAD)) };
}
