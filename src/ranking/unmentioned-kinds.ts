import type { Kin } from "../../schema/brief.ts";
import { once } from "../lib/once.ts";
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
  const said = saidIn(brief);
  const liked = brief.found.filter(({ role, kind }) => role === "like" && kind === "song");
  const tagsOfLiked = new Set(liked.flatMap(({ places }) => places.flatMap((place) => [...index.tagsOf(place)])));
  const nearness = nearnessOf(brief, kinds);
  return kinds.filter(
    ({ tags, words: own, kinMin }) =>
      own.isDisjointFrom(said) &&
      tags.every(([tag]) => !said.has(tag) && !tagsOfLiked.has(index.tag(tag)) && (nearness.get(tag) ?? 0) < kinMin),
  );
}

/** Returns the words of a brief and the names of its wishes. Cached, because two rules need them. */
function saidIn(brief: ResolvedBrief): ReadonlySet<string> {
  const known = saidOf().get(brief);
  if (known !== undefined) return known;
  const said = new Set<string>();
  for (const { name, from, isImplied } of brief.wanted) {
    said.add(name);
    // An implied wish comes from names of situations, which the brief does not mention.
    if (isImplied !== true) for (const phrase of from) for (const word of words(phrase)) said.add(word);
  }
  for (const { word, weight } of brief.text) if (weight > 0) said.add(word);
  for (const run of brief.said) for (const word of run.words) said.add(word);
  saidOf().set(brief, said);
  return said;
}

const saidOf = once(() => new WeakMap<ResolvedBrief, ReadonlySet<string>>());

/** Returns the highest weight of each tag of the kinds as kin of a wish. One pass for all kinds, because wishes have long lists of kin. */
function nearnessOf({ wanted }: ResolvedBrief, kinds: readonly MarkedKind[]): ReadonlyMap<string, number> {
  const nearness = new Map<string, number>();
  for (const { kin } of wanted)
    for (const { name, weight } of markedKin(kinds, kin)) nearness.set(name, Math.max(nearness.get(name) ?? 0, weight));
  return nearness;
}

/** Returns the kin that are tags of the kinds. Cached, because most wishes have the list of their concept, which is long. */
function markedKin(kinds: readonly MarkedKind[], kin: readonly Kin[]): readonly Kin[] {
  const known = marksOf().get(kinds) ?? {
    tags: new Set(kinds.flatMap(({ tags }) => tags.map(([tag]) => tag))),
    found: new WeakMap<readonly Kin[], readonly Kin[]>(),
  };
  marksOf().set(kinds, known);
  const found = known.found.get(kin) ?? kin.filter(({ name }) => known.tags.has(name));
  known.found.set(kin, found);
  return found;
}

/** What is known of some kinds: their tags, and the kin that are among these. */
interface Marks {
  readonly tags: ReadonlySet<string>;
  readonly found: WeakMap<readonly Kin[], readonly Kin[]>;
}

const marksOf = once(() => new WeakMap<readonly MarkedKind[], Marks>());
