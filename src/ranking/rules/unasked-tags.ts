import { stem, stemsOf } from "../../text/stem.ts";
import { captionWords } from "../caption-words.ts";
import { countNamedWishes } from "../named-wishes.ts";
import { rarity } from "../rarity.ts";
import type { RankingIndex } from "../ranking-index.ts";
import type { ResolvedBrief } from "../resolve-mentions.ts";
import { moved, type Ranked, rescored, type Rule } from "../rule.ts";
import { clearedTagValues } from "../tag-values.ts";
import { ownTagsIn } from "../own-tags.ts";
import { tagsNear } from "../wish-terms.ts";

/** A brief with more named wishes than this describes a whole piece, including what it leaves out. */
const FEW_WISHES = 5;

/** Cost of each unasked tag for each wish beyond those few, as a share of the score. */
const COST = 0.013;
const WISHES_MAX = 15;

/** Effect of a tag's rarity: a description would mention a theremin. */
const RARE = 0.3;

/** Minimum weight of kin that count as mentioned. */
const NEAR = 0.5;

/** Lowers the score of songs with tags that a long description does not mention. For captions, the caption rule does. */
export const unaskedTagsRule: Rule = {
  name: "unasked tags",
  prepare: (index, brief) => {
    const cost = COST * Math.max(0, Math.min(countNamedWishes(brief), WISHES_MAX) - FEW_WISHES);
    if (cost === 0 || captionWords(brief) !== null) return {};
    return {
      arrange: (ordered) => {
        const unasked = unaskedShare(index, brief);
        return rescored(ordered, (song) => damped(index, song, unasked, cost));
      },
    };
  },
};

/**
 * Returns the unasked share of a tag: 0 for a tag that the brief wants, otherwise the share of its words that the brief
 * does not contain. The function is valid within this step only.
 */
function unaskedShare(index: RankingIndex, brief: ResolvedBrief): (tag: number) => number {
  const shares = clearedTagValues(index);
  for (const tag of tagsNear(index, brief.wanted, NEAR)) shares.set(tag, 0);
  for (const said of brief.said)
    for (const { terms } of ownTagsIn(index, said)) for (const { term } of terms) shares.set(term, 0);
  const stems = new Set<string>();
  for (const said of brief.said) if (!said.negated) for (const word of said.words) stems.add(stem(word));

  return (tag) => {
    if (shares.has(tag)) return shares.get(tag);
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
  const description = "has tags that a brief of this length would have named";
  return moved(
    { ...song, score },
    { rule: unaskedTagsRule.name, description, reason: null, points: score - song.score },
  );
}
