import type { Constraint, Verdict } from "../../schema/brief.ts";
import { describeConstraint } from "./describe-constraint.ts";
import type { ColumnTest } from "./kernel/screen.ts";
import { type ConstraintCheck, DOUBT } from "./rule.ts";

/** A constraint that one value of a song or a full version decides; its members are those of ConstraintCheck. */
interface ColumnConstraint extends Pick<ConstraintCheck, "reason"> {
  readonly constraint: Constraint;
  /** DOUBT.other by default. */
  readonly doubt?: number;
  readonly column: ColumnTest;
}

/** Makes a check on songs that a column decides. */
export function songCheck({ constraint, doubt = DOUBT.other, column, reason }: ColumnConstraint): ConstraintCheck {
  const words = describeConstraint(constraint);
  return { of: "song", constraint: words, doubt, column, judge: (place) => verdictAt(column, place), reason };
}

/** Makes a check on full versions that a column decides. `distance` is that of ConstraintCheck. */
export function versionCheck(
  { constraint, doubt = DOUBT.other, column, reason }: ColumnConstraint,
  distance: (file: number) => number = () => 0,
): ConstraintCheck {
  const words = describeConstraint(constraint);
  const judge = (file: number): Verdict => verdictAt(column, file);
  return { of: "version", constraint: words, doubt, column, judge, reason, distance };
}

function verdictAt({ values, unknown, met }: ColumnTest, at: number): Verdict {
  const value = values[at] ?? Number.NaN;
  if (Number.isNaN(value) || value === unknown) return "unknown";
  return met.some(([from, to]) => value >= from && value <= to) ? "met" : "failed";
}
