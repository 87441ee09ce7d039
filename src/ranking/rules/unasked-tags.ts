import { stem, stemsOf } from "../../text/stem.ts";
import { countNamedWishes } from "../named-wishes.ts";
import { rarity } from "../rarity.ts";
import type { RankingIndex } from "../ranking-index.ts";
import type { ResolvedBrief } from "../resolve-mentions.ts";
import { moved, type Ranked, rescored, type Rule } from "../rule.ts";
import { tagsSaid } from "./own-tags.ts";
import { wishTerms } from "../wish-terms.ts";

/** A brief that names more than so many wishes describes a whole piece, and what it does not say is not there. */
const FEW_WISHES = 5;

/** What each tag that was not asked for costs, as a share of the score, for each wish beyond those few. */
const COST = 0.013;
const WISHES_MAX = 15;

/** How far it matters that a tag is rare: nobody would leave the theremin out. */
const RARE = 0.3;

/** Kin as near as this say what was asked for. */
const NEAR = 0.5;

/** Of two songs that have all of a long description, the one that has little else is the one described. */
export const unaskedTagsRule: Rule = {
  name: "unasked tags",
  prepare: (index, brief) => {
    const cost = COST * Math.max(0, Math.min(countNamedWishes(brief), WISHES_MAX) - FEW_WISHES);
    if (cost === 0) return {};
    const unasked = unaskedShare(index, brief);
    return {
      arrange: (ordered) => rescored(ordered, (song) => damped(index, song, unasked, cost)),
    };
  },
};

/** How much of a tag nobody asked for: 0 of one that was, the share of its words that were not said of any other. */
function unaskedShare(index: RankingIndex, brief: ResolvedBrief): (tag: number) => number {
  const shares = new Map<number, number>();
  for (const wish of brief.wanted) {
    for (const { term, part } of wishTerms(index, wish)) if (part >= NEAR) shares.set(term, 0);
  }
  for (const said of brief.said)
    for (const { terms } of tagsSaid(index, said)) for (const { term } of terms) shares.set(term, 0);
  const stems = new Set(brief.said.flatMap((said) => (said.negated ? [] : said.words.map(stem))));

  return (tag) => {
    const known = shares.get(tag);
    if (known !== undefined) return known;
    const own = stemsOf(index.tagName(tag) ?? "");
    let missing = 0;
    for (const one of own) if (!stems.has(one)) missing += 1 / own.length;
    const share = missing * (1 - RARE + 2 * RARE * rarity(index.frequency(tag), index.songCount));
    shares.set(tag, share);
    return share;
  };
}

function damped(index: RankingIndex, song: Ranked, unaskedShareOf: (tag: number) => number, cost: number): Ranked {
  let unasked = 0;
  const tags = index.tagsOf(song.place);
  for (let at = 0; at < tags.length; at++) unasked += unaskedShareOf(tags[at] ?? 0);
  if (unasked === 0) return song;
  const score = Math.round(song.score / (1 + cost * unasked));
  const told = "has tags that so long a brief would have named";
  return moved({ ...song, score }, { rule: unaskedTagsRule.name, told, reason: null, points: score - song.score });
}
