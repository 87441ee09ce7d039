import { words } from "../text/words.ts";
import type { RankingIndex } from "./ranking-index.ts";
import type { ResolvedBrief } from "./resolve-mentions.ts";
import type { Ask, AskTerm } from "./rule.ts";
import { avoidedCost } from "./rules/avoided.ts";

/** Songs that suit only briefs that mention them: tags, each with the share of the cost that it has. */
export interface MarkedKind {
  readonly tags: readonly (readonly [tag: string, part: number])[];
  /** Words of a brief that also mention the kind, folded. */
  readonly words: ReadonlySet<string>;
  /** Minimum weight of a wish's kin that mention the kind. */
  readonly kinMin: number;
}

/**
 * Returns the asks against the kinds that neither the brief nor a song it refers to mentions. `cost` compares with an
 * avoided wish.
 */
export function againstUnmentioned(
  index: RankingIndex,
  brief: ResolvedBrief,
  kinds: readonly MarkedKind[],
  cost: number,
): readonly Ask[] {
  return unmentioned(index, brief, kinds).flatMap(({ tags }) => {
    const terms = tags.flatMap(([tag, part]): AskTerm[] => {
      const term = index.tag(tag);
      return term < 0 ? [] : [{ term, part, shows: "tag", name: tag }];
    });
    const sought = { name: tags[0]?.[0] ?? "", said: "", isNamed: false };
    return terms.length === 0 ? [] : [{ weight: -avoidedCost(brief) * cost, share: 0, sought, terms }];
  });
}

function unmentioned(index: RankingIndex, brief: ResolvedBrief, kinds: readonly MarkedKind[]): readonly MarkedKind[] {
  const said = new Set([
    // An implied wish comes from names of situations, which the brief does not mention.
    ...brief.wanted.flatMap(({ from, isImplied }) => (isImplied === true ? [] : from.flatMap(words))),
    ...brief.text.filter(({ weight }) => weight > 0).map(({ word }) => word),
    ...brief.said.flatMap((one) => one.words),
    ...brief.wanted.map(({ name }) => name),
  ]);
  const liked = brief.found.filter(({ role, kind }) => role === "like" && kind === "song");
  const tagsOfLiked = new Set(liked.flatMap(({ places }) => places.flatMap((place) => [...index.tagsOf(place)])));
  const nearness = nearnessOf(brief, kinds);
  return kinds.filter(
    ({ tags, words: own, kinMin }) =>
      own.isDisjointFrom(said) &&
      tags.every(([tag]) => !said.has(tag) && !tagsOfLiked.has(index.tag(tag)) && (nearness.get(tag) ?? 0) < kinMin),
  );
}

/** Returns the highest weight of each tag of the kinds as kin of a wish. One pass for all kinds, because wishes have long lists of kin. */
function nearnessOf({ wanted }: ResolvedBrief, kinds: readonly MarkedKind[]): ReadonlyMap<string, number> {
  const marked = new Set(kinds.flatMap(({ tags }) => tags.map(([tag]) => tag)));
  const nearness = new Map<string, number>();
  for (const { kin } of wanted)
    for (const { name, weight } of kin)
      if (marked.has(name)) nearness.set(name, Math.max(nearness.get(name) ?? 0, weight));
  return nearness;
}
