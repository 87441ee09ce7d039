import type { Constraint, Verdict } from "../../schema/brief.ts";
import type { ColumnTest } from "./kernel/screen.ts";
import { namedConstraint } from "./named-constraint.ts";
import type { RankingIndex } from "./ranking-index.ts";
import { type ConstraintCheck, DOUBT, type Rule } from "./rule.ts";

/**
 * A constraint that is checked against one value of a song or of a full version. The fields are those of
 * ConstraintCheck.
 */
interface ColumnConstraint extends Pick<ConstraintCheck, "reason"> {
  readonly constraint: Constraint;
  /** DOUBT.other by default. */
  readonly doubt?: number;
  readonly column: ColumnTest;
}

/**
 * Creates a rule for one kind of constraint that is checked against one value per song. The rule is named like the
 * kind.
 */
export function columnRule<Kind extends Constraint["kind"]>(
  kind: Kind,
  checkOf: (
    index: RankingIndex,
    constraint: Extract<Constraint, { readonly kind: Kind }>,
  ) => Pick<ColumnConstraint, "column" | "reason">,
): Rule {
  const isOfKind = (constraint: Constraint): constraint is Extract<Constraint, { readonly kind: Kind }> =>
    constraint.kind === kind;
  return {
    name: kind,
    prepare: (index, brief) => ({
      checks: brief.constraints
        .filter(isOfKind)
        .map((constraint) => songCheck({ constraint, ...checkOf(index, constraint) })),
    }),
  };
}

/** Creates a check of songs that reads one column. */
export function songCheck({ constraint, doubt = DOUBT.other, column, reason }: ColumnConstraint): ConstraintCheck {
  const named = namedConstraint(constraint);
  return { of: "song", ...named, doubt, column, judge: (place) => verdictAt(column, place), reason };
}

/** Creates a check of full versions that reads one column. `distance` is that of ConstraintCheck. */
export function versionCheck(
  { constraint, doubt = DOUBT.other, column, reason }: ColumnConstraint,
  distance: (file: number) => number = () => 0,
): ConstraintCheck {
  const named = namedConstraint(constraint);
  const judge = (file: number): Verdict => verdictAt(column, file);
  return { of: "version", ...named, doubt, column, judge, reason, distance };
}

function verdictAt({ values, unknown, met }: ColumnTest, at: number): Verdict {
  const value = values[at] ?? Number.NaN;
  if (Number.isNaN(value) || value === unknown) return "unknown";
  return met.some(([from, to]) => value >= from && value <= to) ? "met" : "failed";
}
