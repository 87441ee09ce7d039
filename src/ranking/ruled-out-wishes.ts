import type { Brief, Wish } from "../../schema/brief.ts";
import type { UnservedFacts } from "../../schema/wire/unserved.ts";
import type { Steps } from "../lib/steps.ts";
import { constraintJudge } from "./constraint-judge.ts";
import { firstConstraints } from "./first-named.ts";
import { eachPlace } from "./postings.ts";
import type { RankingIndex } from "./ranking-index.ts";
import type { ConstraintCheck } from "./rule.ts";
import { wishTerms } from "./wish-terms.ts";

/** Only the strongest named wishes are examined. */
const WISHES_MAX = 4;
/** A lighter wish is no reason to doubt an answer. */
const WEIGHT_MIN = 0.5;

/** At most this many songs are judged for each wish. */
const SONGS_MAX = 2_000;

/** Reported if constraints leave at most this share of the songs with a wish, and fewer than an answer has. */
const LEFT_SHARE = 0.1;
const LEFT_MAX = 25;

/**
 * Returns the named wishes for which constraints rule out nearly all songs: "flamenco, 96-104 bpm" in a catalog whose
 * flamenco has other tempi. Without this, such an answer has only songs that meet the wish in part, and does not say why.
 */
export function* wishesRuledOut(
  index: RankingIndex,
  brief: Brief,
  checks: readonly ConstraintCheck[],
): Steps<readonly UnservedFacts[]> {
  if (checks.length === 0) return [];
  const strongest = brief.wanted
    .filter(({ isNamed, weight }) => isNamed === true && weight >= WEIGHT_MIN)
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, WISHES_MAX);
  const found: UnservedFacts[] = [];
  for (const wish of strongest) {
    yield;
    found.push(...ruledOut(index, wish, checks));
  }
  return found;
}

function ruledOut(index: RankingIndex, wish: Wish, checks: readonly ConstraintCheck[]): readonly UnservedFacts[] {
  const judge = constraintJudge(index, checks);
  const terms = wishTerms(index, wish).filter(({ shows }) => shows === "tag");
  // One bit for each song.
  const seen = new Uint32Array((index.songCount >>> 5) + 1);
  const cut: number[] = [];
  let left = 0;
  const isOver = (): boolean => left >= LEFT_MAX || left + cut.length >= SONGS_MAX;
  for (const { term } of terms) {
    eachPlace(index.sections, term, (place) => {
      const bits = seen[place >>> 5] ?? 0;
      if (((bits >>> (place & 31)) & 1) === 1) return true;
      seen[place >>> 5] = bits | (1 << (place & 31));
      if (judge.doubt(place) < 0) cut.push(place);
      else left++;
      return !isOver();
    });
    if (isOver()) break;
  }
  const all = left + cut.length;
  if (cut.length === 0 || left >= LEFT_MAX || left > LEFT_SHARE * all) return [];
  const facts = { ...firstConstraints(cutting(index, checks, cut)), cut: cut.length };
  return [{ kind: "wish_ruled_out", name: wish.name, ...facts, songs: all, at_least: all >= SONGS_MAX }];
}

/** Returns the constraint that rules out all of the songs, or else those that rule out any, the one with the most first. */
function cutting(
  index: RankingIndex,
  checks: readonly ConstraintCheck[],
  cut: readonly number[],
): readonly ConstraintCheck[] {
  const counts = checks.map((check) => {
    const judge = constraintJudge(index, [check]);
    return { check, count: cut.filter((place) => judge.doubt(place) < 0).length };
  });
  const alone = counts.find(({ count }) => count === cut.length);
  if (alone !== undefined) return [alone.check];
  const some = counts.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count);
  return (some.length === 0 ? counts : some).map(({ check }) => check);
}
