import type { Wish } from "../../../schema/brief.ts";
import type { RankingIndex } from "../ranking-index.ts";
import { moved, type Ranked, rescored, type Rule } from "../rule.ts";

/** Beats per minute of the words for a tempo, after the usual ranges of tempo markings: adagio, moderato, allegro. */
const RANGES: ReadonlyMap<string, readonly [number, number]> = new Map([
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

/** Lowers songs whose tempo is far from a word for it: "mid-tempo", "rather slow". Never cuts a song. */
export const namedTempoRule: Rule = {
  name: "named tempo",
  prepare: (index, { wanted, constraints }) => {
    if (constraints.some(({ kind }) => kind === "tempo")) return {};
    const wish = tempoWish(wanted);
    const range = wish === null ? undefined : RANGES.get(wish.name);
    if (wish === null || range === undefined) return {};
    return { arrange: (ordered) => rescored(ordered, (song) => weighed(index, song, wish, range)) };
  },
};

/** Returns the heaviest named wish for a tempo, or null. Different ones cancel each other. */
function tempoWish(wanted: readonly Wish[]): Wish | null {
  const wishes = wanted.filter(
    ({ name, weight, isNamed }) => isNamed === true && weight >= WEIGHT_MIN && RANGES.has(name),
  );
  const isOne = wishes.every(({ name }) => name === wishes[0]?.name || isFast(name) === isFast(wishes[0]?.name ?? ""));
  return isOne ? (wishes[0] ?? null) : null;
}

function isFast(name: string): boolean {
  return name === "fast" || name === "uptempo";
}

function weighed(index: RankingIndex, song: Ranked, wish: Wish, range: readonly [number, number]): Ranked {
  const bpm = index.sections.bpm[song.place] ?? Number.NaN;
  const off = Math.min(1, distance(bpm, range) / FAR_OCTAVES);
  if (!(off > 0)) return song;
  const score = Math.round(song.score * (1 - COST * Math.min(1, wish.weight) * off));
  const description = `${Math.round(bpm)} bpm is not ${wish.name}`;
  return moved(
    { ...song, score },
    { rule: namedTempoRule.name, description, reason: null, points: score - song.score },
  );
}

/** Returns the distance in octaves, also at the other counts; NaN for an unknown tempo. */
function distance(bpm: number, range: readonly [number, number]): number {
  const at = (count: number): number => {
    const [low, high] = range;
    return Math.max(
      0,
      low > 0 ? Math.log2(low / count) : 0,
      high < Number.POSITIVE_INFINITY ? Math.log2(count / high) : 0,
    );
  };
  return Math.min(at(bpm), OTHER_COUNT + at(bpm / 2), OTHER_COUNT + at(bpm * 2));
}
