import type { Steps } from "../lib/steps.ts";
import type { MatchBand } from "../../schema/brief.ts";
import type { ConstraintJudge } from "./constraint-judge.ts";
import { bandOf, type Topics } from "./match-band.ts";
import type { Plan } from "./plan.ts";
import type { RankingIndex } from "./ranking-index.ts";
import { compareRanked, moved, type Ranked } from "./rule.ts";
import { scoreParts } from "./score-parts.ts";
import type { SoughtSound } from "./sound/sought-sound.ts";

/** The share of the sound in a score, if the brief wishes for something else, too. */
const SOUND_SHARE = 0.5;
/**
 * Wishes count in relation to the song that meets them best, because no song meets many wishes in full; but at least to this share
 * of all wishes, so that a song which meets hardly any is not lifted to one that meets all.
 */
const BEST_WISHES_MIN = 0.5;

/**
 * Orders songs by their sound and by the wishes of the brief: those that the scan found, and those that sound most like the sound.
 * Constraints hold: songs with doubts come after those without, and `judges` has cut the others. Scores are on the plan's scale.
 * In steps: the comparison with all songs is one, because searches share what the scanner found.
 */
export function* rankBySound(
  index: RankingIndex,
  {
    sought,
    plan,
    judges,
    scanned,
  }: {
    readonly sought: SoughtSound;
    readonly plan: Plan;
    readonly judges: ConstraintJudge;
    readonly scanned: readonly Ranked[];
  },
  keep: number,
): Steps<readonly Ranked[]> {
  const known = new Set(scanned.map(({ place }) => place));
  const near = sought.sounds.nearest(sought.sound, sought.weights, keep, judges);
  const songs = [...scanned];
  for (const song of near) {
    if (known.has(song.place)) continue;
    yield;
    songs.push({ ...song, score: wishScore(index, song.place, plan) });
  }
  const best = Math.max(BEST_WISHES_MIN * plan.best, ...songs.map(({ score }) => score));
  const hasWishes = plan.asks.some(({ sign }) => sign > 0);
  return songs
    .map((song) => {
      const bySound = sought.scoreOf(song.place);
      const byWishes = Math.max(-1, song.score / best);
      // Without wishes, things to avoid still lower the score of a song.
      const score = hasWishes ? SOUND_SHARE * bySound + (1 - SOUND_SHARE) * byWishes : bySound + byWishes;
      const fused = Math.round(plan.best * score);
      const description = `sounds like what was heard by ${bySound.toFixed(2)} of 1`;
      return moved({ ...song, score: fused }, { rule: "sound", description, reason: null, points: fused - song.score });
    })
    .toSorted(compareRanked)
    .slice(0, keep);
}

/** A song that is less like the sound is never a strong match, however well it meets the wishes. */
const LIKE_MIN = 0.4;

/**
 * Returns the band of a song by its sound and by the share of the wishes that it meets. What was only seen orders songs, and does
 * not decide.
 */
export function bandBySound(match: number, metWishes: number, topics: Topics, isDoubtful: boolean): MatchBand {
  const hasText = topics.sum > 0 && !topics.counts({ name: "", said: "", isNamed: false, isSeen: true });
  if (!hasText) return bandOf(match, isDoubtful);
  const band = bandOf(SOUND_SHARE * match + (1 - SOUND_SHARE) * metWishes, isDoubtful, topics.best);
  return match < LIKE_MIN && band === "strong" ? "good" : band;
}

function wishScore(index: RankingIndex, place: number, plan: Plan): number {
  if (plan.asks.length === 0) return 0;
  return scoreParts(index, place, plan, "all").reduce((sum, { points }) => sum + points, 0);
}
