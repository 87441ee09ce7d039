import type { BpmRange, Seen } from "../../../schema/brief.ts";
import { ENERGIES } from "../../../schema/song.ts";
import { type Reason, reasonOf } from "../describe-reason.ts";
import type { RankingIndex } from "../ranking-index.ts";
import { moved, type Ranked, rescored, type Rule } from "../rule.ts";

/** The shares of its score that a song loses at most, by tempo and by energy. */
const TEMPO_COST = 0.35;
const ENERGY_COST = 0.2;

/** At these distances or more, the tempo or the energy is entirely wrong. */
const FAR_BPM = 40;
const FAR_LEVELS = 2;

/** Distance of an unknown tempo or energy, as a share of those. */
const UNKNOWN = 0.25;

/** Prefers songs near the tempo and the energy of what was seen. It never cuts a song. */
export const seenPaceRule: Rule = {
  name: "seen pace",
  prepare: (index, { seen }) => {
    if (seen === undefined || (seen.tempo === null && seen.energy === null)) return {};
    return {
      arrange: (ordered) => rescored(ordered, (song) => weighed(index, song, seen)),
    };
  },
};

function weighed(index: RankingIndex, song: Ranked, { tempo, energy }: Seen): Ranked {
  const bpm = index.sections.bpm[song.place] ?? Number.NaN;
  const offTempo = tempo === null ? 0 : offBy(bpm, tempo.ranges) * tempo.weight;
  const level = index.sections.energyGiven[song.place] ?? ENERGIES.length;
  const offEnergy = energy === null ? 0 : offLevel(level, energy.level) * energy.weight;
  const score = Math.round(song.score * (1 - TEMPO_COST * offTempo) * (1 - ENERGY_COST * offEnergy));
  const reason = tempo !== null && offBy(bpm, tempo.ranges) === 0 ? tempoReason(bpm, tempo.isHeard) : null;
  if (score === song.score && reason === null) return song;
  const description = `${Number.isNaN(bpm) ? "tempo unknown" : `${Math.round(bpm)} bpm`}, differs from the pace seen`;
  return moved({ ...song, score }, { rule: seenPaceRule.name, description, reason, points: score - song.score });
}

function tempoReason(bpm: number, isHeard: boolean): Reason {
  return reasonOf({ kind: "near_tempo", bpm: Math.round(bpm), of: isHeard ? "heard" : "seen" });
}

/** Returns 0 within a range, 1 far from all of them. */
function offBy(bpm: number, ranges: readonly BpmRange[]): number {
  if (Number.isNaN(bpm)) return UNKNOWN;
  const nearest = Math.min(...ranges.map(({ minBpm, maxBpm }) => Math.max(minBpm - bpm, bpm - maxBpm, 0)));
  return Math.min(1, nearest / FAR_BPM);
}

function offLevel(level: number, wanted: number): number {
  if (level >= ENERGIES.length) return UNKNOWN;
  // Half a level makes no difference, because there are only four levels.
  return Math.min(1, Math.max(0, Math.abs(level - wanted) - 0.5) / FAR_LEVELS);
}
