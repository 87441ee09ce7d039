import type { RankingIndex } from "../ranking-index.ts";
import type { SettledBrief } from "../resolve-mentions.ts";
import { moved, type Ranked, type Rule } from "../rule.ts";
import { tagsSaid } from "./own-tags.ts";
import { wishTerms } from "./wish-terms.ts";

/** A brief that names more than so many wishes describes a whole piece, and what it does not say is not there. */
const FEW_WISHES = 5;

/** Wishes of this weight were named by the client, not implied by a scene. */
const NAMED_WEIGHT = 0.7;

/** What each tag that was not asked for costs, as a share of the score, for each wish beyond those few. */
const COST = 0.01;
const WISHES_MAX = 15;

/** Kin as near as this say what was asked for. */
const NEAR = 0.5;

/** Of two songs that have all of a long description, the one that has little else is the one described. */
export const unaskedTagsRule: Rule = {
  name: "unasked tags",
  prepare: (index, brief) => {
    const named = brief.wanted.filter(({ weight }) => weight >= NAMED_WEIGHT).length;
    const cost = COST * Math.max(0, Math.min(named, WISHES_MAX) - FEW_WISHES);
    if (cost === 0) return {};
    const asked = askedTags(index, brief);
    return {
      arrange: (ordered) =>
        ordered
          .map((song) => damped(index, song, asked, cost))
          .sort((a, b) => a.doubt - b.doubt || b.score - a.score || a.place - b.place),
    };
  },
};

function askedTags(index: RankingIndex, brief: SettledBrief): ReadonlySet<number> {
  const wished = brief.wanted.flatMap((wish) => wishTerms(index, wish).filter(({ part }) => part >= NEAR));
  const said = brief.said.flatMap((one) => tagsSaid(index, one).flatMap(({ terms }) => terms));
  return new Set([...wished, ...said].map(({ term }) => term));
}

function damped(index: RankingIndex, song: Ranked, asked: ReadonlySet<number>, cost: number): Ranked {
  let unasked = 0;
  for (const tag of index.tagsOf(song.place)) if (!asked.has(tag)) unasked++;
  if (unasked === 0) return song;
  const score = Math.round(song.score / (1 + cost * unasked));
  const told = `has ${unasked === 1 ? "a tag" : `${unasked} tags`} that so long a brief would have named`;
  return moved({ ...song, score }, { rule: "unasked tags", told, reason: null, points: score - song.score });
}
