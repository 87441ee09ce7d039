import type { Verdict } from "../../schema/brief.ts";
import { type Screen, screenOf } from "./kernel/screen.ts";
import type { RankingIndex } from "./ranking-index.ts";
import type { ConstraintCheck } from "./rule.ts";

type VersionCheck = ConstraintCheck & { readonly of: "version" };

/** Judges songs by all constraints of a search. */
export interface ConstraintJudge {
  /** Returns the sum of doubts of all unknown constraints; -1 if the song breaks a constraint or is barred. */
  doubt(place: number): number;
  /** The doubt of a song without any known facts. */
  readonly doubtMax: number;
  /** The part of these constraints that a scanner can judge. */
  readonly screen: Screen;
  /** One verdict for each check, in the same order. */
  verdicts(place: number): readonly Verdict[];
  /** Returns the version that decides the verdicts, with or without media. */
  judged(place: number): number | null;
  /**
   * Returns the best full version with media: the one with the lowest doubt. Ties go to the one nearest to the wanted
   * values, then to the first in the catalog. Null if no version can be played.
   */
  bestFile(place: number): number | null;
}

/**
 * Judges the versions of a song one by one against all constraints on versions, because the client plays only one of
 * them: an instrumental mix of three minutes and a vocal edit of one minute are not a minute without vocals.
 */
export function constraintJudge(
  index: RankingIndex,
  checks: readonly ConstraintCheck[],
  bars: readonly ((place: number) => boolean)[] = [],
  preferences: readonly ((file: number) => number)[] = [],
): ConstraintJudge {
  const versionChecks = checks.filter((check) => check.of === "version");
  const bySong = checks.filter((check) => check.of === "song").map(doubtBy);
  const byVersion = versionChecks.map(doubtBy);
  const bestVersion = (place: number, withMedia: boolean): number | null =>
    bestOf(index, { checks: versionChecks, byVersion, preferences }, place, withMedia);
  return {
    doubtMax: checks.reduce((sum, check) => sum + check.doubt, 0),
    screen: screenOf(checks, bars.length),
    doubt: (place) => {
      for (const bar of bars) if (bar(place)) return -1;
      const sum = doubtSum(bySong, place);
      if (sum < 0 || byVersion.length === 0) return sum;
      const versions = leastDoubt(index, versionChecks, byVersion, place);
      return versions < 0 ? -1 : sum + versions;
    },
    verdicts: (place) => {
      const file = bestVersion(place, false);
      return checks.map((check) => {
        if (check.of === "song") return check.judge(place);
        return file === null ? "unknown" : check.judge(file);
      });
    },
    judged: (place) => bestVersion(place, false),
    bestFile: (place) => bestVersion(place, true),
  };
}

/** Returns the doubt of a song or a version by one check; -1 if it breaks the constraint. */
type DoubtOf = (at: number) => number;

/** Reads a column directly, because a search judges thousands of songs. */
function doubtBy(check: ConstraintCheck): DoubtOf {
  const { column, doubt } = check;
  if (column === undefined) {
    return (at) => {
      const verdict = check.judge(at);
      return verdict === "failed" ? -1 : verdict === "unknown" ? doubt : 0;
    };
  }
  const { values, unknown, met } = column;
  return (at) => {
    const value = values[at] ?? Number.NaN;
    if (Number.isNaN(value) || value === unknown) return doubt;
    for (const range of met) if (value >= range[0] && value <= range[1]) return 0;
    return -1;
  };
}

/** Returns the sum of the doubts of several checks; -1 if one of them fails. */
function doubtSum(checks: readonly DoubtOf[], at: number): number {
  let sum = 0;
  for (const doubtOf of checks) {
    const doubt = doubtOf(at);
    if (doubt < 0) return -1;
    sum += doubt;
  }
  return sum;
}

/** Returns the lowest doubt of any version of a song; -1 if every version breaks a constraint. */
function leastDoubt(
  { sections: { fileEnds } }: RankingIndex,
  checks: readonly VersionCheck[],
  byVersion: readonly DoubtOf[],
  place: number,
): number {
  const from = place === 0 ? 0 : (fileEnds[place - 1] ?? 0);
  const to = fileEnds[place] ?? 0;
  let best = from === to ? checks.reduce((sum, check) => sum + check.doubt, 0) : -1;
  for (let file = from; file < to; file++) {
    const doubt = doubtSum(byVersion, file);
    if (doubt >= 0 && (best < 0 || doubt < best)) best = doubt;
    if (best === 0) break;
  }
  return best;
}

interface VersionTests {
  readonly checks: readonly VersionCheck[];
  /** The doubts of the checks, in their order. */
  readonly byVersion: readonly DoubtOf[];
  readonly preferences: readonly ((file: number) => number)[];
}

/**
 * Returns the version of a song with the lowest doubt. Ties go to the one nearest to the wanted values, then to the
 * first.
 */
function bestOf(
  index: RankingIndex,
  { checks, byVersion, preferences }: VersionTests,
  place: number,
  withMedia: boolean,
): number | null {
  const [from, to] = index.filesOf(place);
  let best: number | null = null;
  let least = Number.POSITIVE_INFINITY;
  let nearest = Number.POSITIVE_INFINITY;
  for (let file = from; file < to; file++) {
    if (withMedia && index.sections.fileHasMedia[file] !== 1) continue;
    const doubt = doubtSum(byVersion, file);
    if (doubt < 0 || doubt > least) continue;
    const distance =
      checks.reduce((sum, check) => sum + (check.distance?.(file) ?? 0), 0) +
      preferences.reduce((sum, distanceOf) => sum + distanceOf(file), 0);
    if (doubt === least && distance >= nearest) continue;
    best = file;
    least = doubt;
    nearest = distance;
  }
  return best;
}
