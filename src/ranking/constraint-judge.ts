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
  const songChecks = checks.filter((check) => check.of === "song");
  const bestVersion = (place: number, withMedia: boolean): number | null =>
    bestOf(index, versionChecks, preferences, place, withMedia);
  return {
    doubtMax: checks.reduce((sum, check) => sum + check.doubt, 0),
    screen: screenOf(checks, bars.length),
    doubt: (place) => {
      if (bars.some((bar) => bar(place))) return -1;
      let sum = 0;
      for (const check of songChecks) {
        const verdict = check.judge(place);
        if (verdict === "failed") return -1;
        if (verdict === "unknown") sum += check.doubt;
      }
      if (versionChecks.length === 0) return sum;
      const versions = leastDoubt(index, versionChecks, place);
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

/** Returns the lowest doubt of any version of a song; -1 if every version breaks a constraint. */
function leastDoubt(index: RankingIndex, checks: readonly VersionCheck[], place: number): number {
  const [from, to] = index.filesOf(place);
  let best = from === to ? checks.reduce((sum, check) => sum + check.doubt, 0) : -1;
  for (let file = from; file < to; file++) {
    const doubt = fileDoubt(checks, file);
    if (doubt >= 0 && (best < 0 || doubt < best)) best = doubt;
    if (best === 0) break;
  }
  return best;
}

/**
 * Returns the version of a song with the lowest doubt. Ties go to the one nearest to the wanted values, then to the
 * first.
 */
function bestOf(
  index: RankingIndex,
  checks: readonly VersionCheck[],
  preferences: readonly ((file: number) => number)[],
  place: number,
  withMedia: boolean,
): number | null {
  const [from, to] = index.filesOf(place);
  let best: number | null = null;
  let least = Number.POSITIVE_INFINITY;
  let nearest = Number.POSITIVE_INFINITY;
  for (let file = from; file < to; file++) {
    if (withMedia && index.sections.fileHasMedia[file] !== 1) continue;
    const doubt = fileDoubt(checks, file);
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

/** Returns the doubt of one version; -1 if it breaks a constraint. */
function fileDoubt(checks: readonly VersionCheck[], file: number): number {
  let sum = 0;
  for (const check of checks) {
    const verdict = check.judge(file);
    if (verdict === "failed") return -1;
    if (verdict === "unknown") sum += check.doubt;
  }
  return sum;
}
