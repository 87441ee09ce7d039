import type { Wish } from "../../../schema/brief.ts";
import type { RankingIndex } from "../ranking-index.ts";
import { moved, type Ranked, rescored, type Rule } from "../rule.ts";

/** Beats per minute, from and to. */
type Range = readonly [number, number];

const EVERY_TEMPO: Range = [0, Number.POSITIVE_INFINITY];

/** Beats per minute of the words for a tempo, after the usual ranges of tempo markings: adagio, moderato, allegro. */
const RANGES: ReadonlyMap<string, Range> = new Map([
  ["slow", [0, 84]],
  ["mid-tempo", [84, 120]],
  ["uptempo", [112, 200]],
  ["fast", [124, Number.POSITIVE_INFINITY]],
]);

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
      ({ name, weight, isNamed }) => isNamed === true && weight >= WEIGHT_MIN && RANGES.has(name),
    );
    if (wishes.length === 0 || constraints.some(({ kind }) => kind === "tempo")) return {};
    return { arrange: (ordered) => rescored(ordered, (song) => weighed(index, song, wishes)) };
  },
};

/** Of several words ("slow, then fast"), the nearest counts. */
function weighed(index: RankingIndex, song: Ranked, wishes: readonly Wish[]): Ranked {
  const bpm = index.sections.bpm[song.place] ?? Number.NaN;
  if (Number.isNaN(bpm)) return song;
  const off = Math.min(...wishes.map(({ name }) => distance(bpm, RANGES.get(name) ?? EVERY_TEMPO))) / FAR_OCTAVES;
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
function distance(bpm: number, [low, high]: Range): number {
  const at = (count: number): number =>
    Math.max(0, low > 0 ? Math.log2(low / count) : 0, high === EVERY_TEMPO[1] ? 0 : Math.log2(count / high));
  return Math.min(at(bpm), OTHER_COUNT + at(bpm / 2), OTHER_COUNT + at(bpm * 2));
}
