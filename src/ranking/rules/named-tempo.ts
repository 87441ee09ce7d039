import type { Wish } from "../../../schema/brief.ts";
import type { RankingIndex } from "../ranking-index.ts";
import { TEMPO_WORDS, tempoDistance, type TempoRange } from "../tempo-words.ts";
import { moved, type Ranked, rescored, type Rule } from "../rule.ts";

const EVERY_TEMPO: TempoRange = [0, Number.POSITIVE_INFINITY];

/** The words that this rule reads. Their extremes are wishes for the same tempo. */
const WORDS: ReadonlySet<string> = new Set(["slow", "mid-tempo", "uptempo", "fast"]);

/** The share of its score that a song loses at most. */
const COST = 0.4;
/** At this distance from the range, in octaves of tempo, the tempo is entirely wrong. */
const FAR_OCTAVES = 0.6;
/** Song tempi are often counted at half or double speed, so those count as a smaller distance. */
const OTHER_COUNT = 0.35;
/** Wishes of less weight are too faint. */
const WEIGHT_MIN = 0.3;

/** Lowers songs whose tempo is far from the words for it: "mid-tempo", "rather slow". Never cuts a song. */
export const namedTempoRule: Rule = {
  name: "named tempo",
  prepare: (index, { wanted, constraints }) => {
    const wishes = wanted.filter(
      ({ name, weight, isNamed }) => isNamed === true && weight >= WEIGHT_MIN && WORDS.has(name),
    );
    if (wishes.length === 0 || constraints.some(({ kind }) => kind === "tempo")) return {};
    return { arrange: (ordered) => rescored(ordered, (song) => weighed(index, song, wishes)) };
  },
};

/** Of several words ("slow, then fast"), the nearest counts. */
function weighed(index: RankingIndex, song: Ranked, wishes: readonly Wish[]): Ranked {
  const bpm = index.sections.bpm[song.place] ?? Number.NaN;
  if (Number.isNaN(bpm)) return song;
  const off = Math.min(...wishes.map(({ name }) => distance(bpm, TEMPO_WORDS.get(name) ?? EVERY_TEMPO))) / FAR_OCTAVES;
  if (off === 0) return song;
  const weight = Math.max(...wishes.map((wish) => wish.weight));
  const score = Math.round(song.score * (1 - COST * Math.min(1, weight) * Math.min(1, off)));
  const description = `${Math.round(bpm)} bpm is not ${wishes.map(({ name }) => name).join(" or ")}`;
  return moved(
    { ...song, score },
    { rule: namedTempoRule.name, description, reason: null, points: score - song.score },
  );
}

/** Returns the distance of a tempo from a range in octaves, also at the other counts. */
function distance(bpm: number, range: TempoRange): number {
  const at = (count: number): number => tempoDistance(count, range);
  return Math.min(at(bpm), OTHER_COUNT + at(bpm / 2), OTHER_COUNT + at(bpm * 2));
}
