import type { Constraint, Verdict } from "../../../schema/brief.ts";
import { AI_USES, CLEARANCES, WORLDWIDE } from "../../../schema/rights.ts";
import { songCheck } from "../column-check.ts";
import { namedConstraint } from "../named-constraint.ts";
import { constraintReason, type Reason } from "../describe-reason.ts";
import type { ColumnTest } from "../kernel/screen.ts";
import { ANY_TERRITORY } from "../rights-columns.ts";
import { territoryTerm, UNKNOWN, UNKNOWN_DAY, withoutTerritoryTerm } from "../packed-format.ts";
import type { RankingIndex } from "../ranking-index.ts";
import type { ResolvedBrief } from "../resolve-mentions.ts";
import { type ConstraintCheck, DOUBT, type Rule } from "../rule.ts";

type RightsConstraint = Extract<
  Constraint,
  { readonly kind: "one_stop" | "pre_cleared" | "ai" | "no_samples" | "not_exclusive" }
>;
type ClearedConstraint = Extract<Constraint, { readonly kind: "pre_cleared" }>;

/**
 * Judges songs by the rights that the catalog states. A right that is not on file is unknown, so a catalog without rights
 * excludes nothing and says so.
 */
export const rightsRule: Rule = {
  name: "rights",
  prepare: (index, brief) => ({
    checks: brief.constraints.flatMap((constraint) =>
      isOfRights(constraint) ? [checkOf(index, constraint, brief)] : [],
    ),
  }),
};

function isOfRights(constraint: Constraint): constraint is RightsConstraint {
  return ["one_stop", "pre_cleared", "ai", "no_samples", "not_exclusive"].includes(constraint.kind);
}

function checkOf(index: RankingIndex, constraint: RightsConstraint, { day }: ResolvedBrief): ConstraintCheck {
  const { sections } = index;
  const reason = (): Reason => constraintReason(constraint);
  const check = (values: ColumnTest["values"], met: ColumnTest["met"], unknown: number = UNKNOWN): ConstraintCheck =>
    // Without rights in the whole catalog, the columns are empty.
    values.length === 0
      ? { ...plainCheck(constraint), judge: () => "unknown", reason }
      : songCheck({ constraint, column: { values, unknown, met }, reason });
  switch (constraint.kind) {
    case "one_stop":
      return check(sections.oneStop, [[1, 1]]);
    case "ai": {
      const human = AI_USES.indexOf("human");
      return check(sections.aiUse, [[human, constraint.want === "human" ? human : AI_USES.indexOf("with_ai")]]);
    }
    case "no_samples":
      return check(sections.samples, [[0, 0]]);
    case "not_exclusive":
      return check(sections.exclusiveUntil, [[0, Math.max(0, (day ?? 0) - 1)]], UNKNOWN_DAY);
    case "pre_cleared":
      return constraint.territories.length === 0
        ? check(sections.clearance, [[CLEARED, CLEARED]])
        : { ...plainCheck(constraint), judge: clearedIn(index, constraint), reason };
  }
}

const CLEARED = CLEARANCES.indexOf("pre_cleared");

function plainCheck(
  constraint: Constraint,
): Pick<ConstraintCheck, "constraint" | "facts" | "doubt"> & { readonly of: "song" } {
  return { of: "song", ...namedConstraint(constraint), doubt: DOUBT.other };
}

/** A song whose countries are not on file may be cleared for them, unless one is excluded. */
function clearedIn(index: RankingIndex, { territories }: ClearedConstraint): (place: number) => Verdict {
  const { clearance } = index.sections;
  const isWorldwide = territories.includes(WORLDWIDE);
  const worldwide = index.term(territoryTerm(WORLDWIDE));
  const wanted = territories.map((code) => index.term(territoryTerm(code)));
  const onFile = index.term(territoryTerm(ANY_TERRITORY));
  const excluded = (isWorldwide ? [ANY_TERRITORY] : territories).map((code) => index.term(withoutTerritoryTerm(code)));
  const has = (term: number, place: number): boolean => term >= 0 && index.posting(term, place) !== null;
  return (place) => {
    const status = clearance[place] ?? UNKNOWN;
    if (status !== UNKNOWN && status !== CLEARED) return "failed";
    if (excluded.some((term) => has(term, place))) return "failed";
    if (!has(onFile, place)) return "unknown";
    const isIncluded = has(worldwide, place) || wanted.every((term) => has(term, place));
    if (!isIncluded) return "failed";
    return status === CLEARED ? "met" : "unknown";
  };
}
