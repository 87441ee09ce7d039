import type { ConstraintFacts } from "../../schema/wire/reason.ts";
import type { ConstraintCheck } from "./rule.ts";

const NAMED_MAX = 6;

/** Returns the first names, and the number of the others. */
export function firstNames(names: readonly string[]): { names: string[]; more: number } {
  return { names: names.slice(0, NAMED_MAX), more: moreThan(names) };
}

/** Returns the first constraints, and the number of the others. */
export function firstConstraints(checks: readonly Pick<ConstraintCheck, "facts">[]): {
  constraints: ConstraintFacts[];
  more: number;
} {
  return { constraints: checks.slice(0, NAMED_MAX).map(({ facts }) => facts), more: moreThan(checks) };
}

function moreThan(all: readonly unknown[]): number {
  return Math.max(0, all.length - NAMED_MAX);
}
