import type { Constraint } from "../../../schema/brief.ts";
import { constraintReason } from "../describe-reason.ts";
import { nameKey } from "../../text/keys.ts";
import { namedConstraint } from "../named-constraint.ts";
import { playlistTerm } from "../packed-format.ts";
import type { RankingIndex } from "../ranking-index.ts";
import { DOUBT, type Prepared, type Rule } from "../rule.ts";

/**
 * Keeps songs in or outside a public playlist, which the brief names or identifies by its id. An unknown playlist has
 * no songs; the answer then is empty and says why. Leaving out an unknown playlist changes nothing.
 */
export const playlistRule: Rule = {
  name: "playlist",
  prepare: (index, brief) => {
    const prepared = brief.constraints.flatMap((constraint) =>
      constraint.kind === "playlist" ? [prepareOne(index, constraint)] : [],
    );
    return {
      checks: prepared.flatMap((one) => one.checks ?? []),
      bars: prepared.flatMap((one) => one.bars ?? []),
      unserved: prepared.flatMap((one) => one.unserved ?? []),
    };
  },
};

function prepareOne(index: RankingIndex, constraint: Constraint & { readonly kind: "playlist" }): Prepared {
  const term = index.term(playlistTerm(nameKey(constraint.name)));
  if (term < 0) {
    const unserved = [{ kind: "unknown_name", of: "playlist", name: constraint.name }] as const;
    return constraint.want === "in" ? { bars: [() => true], unserved } : { unserved };
  }
  const judge = (place: number): "met" | "failed" =>
    (index.posting(term, place) !== null) === (constraint.want === "in") ? "met" : "failed";
  return {
    checks: [
      {
        of: "song",
        ...namedConstraint(constraint),
        doubt: DOUBT.other,
        judge,
        reason: () => (constraint.want === "in" ? constraintReason(constraint) : null),
      },
    ],
  };
}
