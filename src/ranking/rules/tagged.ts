import type { Constraint, Verdict } from "../../../schema/brief.ts";
import { compoundTags } from "../compound-tags.ts";
import { constraintReason } from "../describe-reason.ts";
import { namedConstraint } from "../named-constraint.ts";
import { hasTag } from "../postings.ts";
import type { RankingIndex } from "../ranking-index.ts";
import { type ConstraintCheck, DOUBT, type Rule } from "../rule.ts";

type Tagged = Extract<Constraint, { readonly kind: "tagged" }>;

/**
 * Keeps songs with a tag, or without it, as an override of a wish asks for. A song without any tag may have what the tag
 * means, so its verdict is unknown.
 */
export const taggedRule: Rule = {
  name: "tagged",
  prepare: (index, brief) => {
    const wanted = brief.constraints.filter((constraint) => constraint.kind === "tagged");
    return {
      checks: wanted.map((one) => checkOf(index, one)),
      unserved: wanted.flatMap((one) =>
        one.want === "with" && termsOf(index, one).length === 0 ? [{ kind: "not_tagged", name: one.name }] : [],
      ),
    };
  },
};

function checkOf(index: RankingIndex, constraint: Tagged): ConstraintCheck {
  const terms = termsOf(index, constraint);
  const { sections } = index;
  return {
    of: "song",
    ...namedConstraint(constraint),
    doubt: DOUBT.other,
    judge: (place): Verdict => {
      const isTagged = terms.some((term) => hasTag(sections, term, place));
      if (isTagged) return constraint.want === "with" ? "met" : "failed";
      const hasTags = (sections.tagEnds[place] ?? 0) > (place === 0 ? 0 : (sections.tagEnds[place - 1] ?? 0));
      if (!hasTags) return "unknown";
      return constraint.want === "with" ? "failed" : "met";
    },
    reason: () => (constraint.want === "with" ? constraintReason(constraint) : null),
  };
}

/** A catalog's own compounds count: "fuzz guitar" is a guitar. Without the tag, only its names count. */
function termsOf(index: RankingIndex, { names, want }: Tagged): readonly number[] {
  const compounds = want === "with" ? names.flatMap((name) => [...compoundTags(index, name)]) : [];
  return [...new Set([...names.map((name) => index.tag(name)), ...compounds])].filter((term) => term >= 0);
}
