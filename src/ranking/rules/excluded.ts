import type { Constraint, ExcludedFacet, Verdict } from "../../../schema/brief.ts";
import { once } from "../../lib/once.ts";
import { compoundTags } from "../compound-tags.ts";
import { namedConstraint } from "../named-constraint.ts";
import { bitsOfTags } from "../postings.ts";
import type { RankingIndex } from "../ranking-index.ts";
import { type ConstraintCheck, DOUBT, type Rule } from "../rule.ts";

/** Bits of a number. */
const GROUP_SIZE = 32;

type Exclusion = Extract<Constraint, { readonly kind: "excluded" }>;

/**
 * Leaves out songs with an excluded tag. A song without any tag of the facet, such as an instrument, may still contain
 * the excluded thing, so its verdict is unknown and it comes after songs that are known to comply. This doubt counts once for each
 * facet, however many exclusions there are.
 */
export const excludedRule: Rule = {
  name: "excluded",
  prepare: (index, brief) => {
    const exclusions = brief.constraints.filter((constraint) => constraint.kind === "excluded");
    const isFirst = ({ facet }: Exclusion, at: number): boolean =>
      exclusions.findIndex((other) => other.facet === facet) === at;
    const groups = Array.from({ length: Math.ceil(exclusions.length / GROUP_SIZE) }, (_, group) =>
      brokenInGroup(index, exclusions.slice(group * GROUP_SIZE, (group + 1) * GROUP_SIZE)),
    );
    return {
      checks: exclusions.map((one, at) => {
        const brokenBy = groups[Math.floor(at / GROUP_SIZE)];
        const bit = at % GROUP_SIZE;
        const doubt = isFirst(one, at) ? DOUBT.other : 0;
        return exclusionCheck(index, one, doubt, (place) => (((brokenBy?.(place) ?? 0) >>> bit) & 1) === 1);
      }),
    };
  },
};

function exclusionCheck(
  index: RankingIndex,
  exclusion: Exclusion,
  doubt: number,
  isBroken: (place: number) => boolean,
): ConstraintCheck {
  const tagged = taggedColumn(index, exclusion.facet);
  return {
    of: "song",
    ...namedConstraint(exclusion),
    doubt,
    judge: (place): Verdict => {
      if (isBroken(place)) return "failed";
      return tagged[place] === 1 ? "met" : "unknown";
    },
    reason: () => null,
    doubtColumn: { values: tagged, unknown: 0, met: [[1, 1]] },
  };
}

/**
 * Returns a function that reads the tags of a song once for all exclusions of a group. A bit of its result is set if the
 * song breaks the exclusion with that place in the group.
 */
function brokenInGroup(index: RankingIndex, group: readonly Exclusion[]): (place: number) => number {
  const { sections } = index;
  const tagsFrom = sections.tagTermsFrom[0] ?? 0;
  const bitsOfTag = new Uint32Array(sections.tagNameEnds.length);
  group.forEach((exclusion, bit) => {
    for (const term of excludedTerms(index, exclusion))
      bitsOfTag[term - tagsFrom] = (bitsOfTag[term - tagsFrom] ?? 0) | (1 << bit);
  });
  let last = -1;
  let bits = 0;
  return (place) => {
    if (place !== last) bits = bitsOfTags(sections, bitsOfTag, place);
    last = place;
    return bits;
  };
}

/** Returns a column with 1 for each song that has a tag of the facet. */
function taggedColumn({ sections }: RankingIndex, facet: ExcludedFacet): Uint8Array {
  return { genre: sections.hasGenre, instrument: sections.hasInstrument, period: sections.hasPeriod }[facet];
}

/** Returns the terms of the tags that break an exclusion. Cached, because two rules need them. */
export function excludedTerms(index: RankingIndex, exclusion: Exclusion): ReadonlySet<number> {
  const known = termsByExclusion().get(exclusion);
  if (known?.index === index) return known.terms;
  const terms = new Set(exclusion.kin.flatMap((name) => [...termsOf(index, [name]), ...compoundTags(index, name)]));
  for (const term of termsOf(index, exclusion.notKin)) terms.delete(term);
  termsByExclusion().set(exclusion, { index, terms });
  return terms;
}

const termsByExclusion = once(
  () => new WeakMap<Exclusion, { readonly index: RankingIndex; readonly terms: ReadonlySet<number> }>(),
);

function termsOf(index: RankingIndex, names: readonly string[]): readonly number[] {
  return names.map((name) => index.tag(name)).filter((term) => term >= 0);
}
