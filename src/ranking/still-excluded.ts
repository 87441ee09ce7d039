import type { Constraint, Wish } from "../../schema/brief.ts";

/** Removes the exclusions whose words turned out to mean something else, so that their avoided wishes are gone. */
export function stillExcluded(constraints: readonly Constraint[], avoided: readonly Wish[]): readonly Constraint[] {
  return constraints.filter((one) => one.kind !== "excluded" || avoided.some(({ name }) => name === one.name));
}
