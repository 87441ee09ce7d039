import { minutesAndSeconds } from "../describe-constraint.ts";
import type { RankingIndex } from "../ranking-index.ts";
import { moved, type Ranked, rescored, type Rule } from "../rule.ts";

/** The share of its score that a song loses at most if all its versions are shorter than the film. */
const COST = 0.25;

/** A version that lasts at most this share of the film has the full cost. */
const SHORT = 0.5;

/** A version of unknown length counts as too short by this share of the film. */
const UNKNOWN = 0.2;

/**
 * Prefers songs and versions that last at least as long as the film, because shorter music needs an edit or a second
 * song. A length in the text is a constraint and turns this rule off.
 */
export const filmLengthRule: Rule = {
  name: "film length",
  prepare: (index, { seen, constraints }) => {
    const seconds = seen?.filmSeconds ?? 0;
    if (seconds <= 0 || constraints.some(({ kind }) => kind === "duration")) return {};
    return {
      prefers: [(file) => lacking(index, file, seconds)],
      arrange: (ordered) => rescored(ordered, (song) => weighed(index, song, seconds)),
    };
  },
};

/** Returns the seconds of the film that a version leaves without music. */
function lacking(index: RankingIndex, file: number, seconds: number): number {
  const duration = index.sections.fileDuration[file] ?? Number.NaN;
  return Number.isNaN(duration) ? seconds * UNKNOWN : Math.max(0, seconds - duration);
}

function weighed(index: RankingIndex, song: Ranked, seconds: number): Ranked {
  const [from, to] = index.filesOf(song.place);
  if (from === to) return song;
  let least = seconds;
  for (let file = from; file < to; file++) least = Math.min(least, lacking(index, file, seconds));
  if (least === 0) return song;
  const score = Math.round(song.score * (1 - COST * Math.min(1, least / (seconds * SHORT))));
  const description = `no version is known to last as long as the film, ${minutesAndSeconds(seconds)}`;
  return moved(
    { ...song, score },
    { rule: filmLengthRule.name, description, reason: null, points: score - song.score },
  );
}
