import type { Constraint } from "../../schema/brief.ts";
import { constraintFacts } from "./constraint-facts.ts";
import { describeConstraintFacts } from "./describe-constraint.ts";
import type { ConstraintCheck } from "./rule.ts";

/** Returns a constraint as a check has it: in words and as data. */
export function namedConstraint(constraint: Constraint): Pick<ConstraintCheck, "constraint" | "facts"> {
  const facts = constraintFacts(constraint);
  return { constraint: describeConstraintFacts(facts), facts };
}
