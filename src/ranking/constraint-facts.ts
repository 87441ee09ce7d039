import type { Constraint } from "../../schema/brief.ts";
import type { ConstraintFacts } from "../../schema/wire/reason.ts";
import { unreachable } from "../lib/assert.ts";
import { describeKey } from "../text/musical-key.ts";

/** Returns a constraint as data, for programs that say it in other languages than `describeConstraint`. */
export function constraintFacts(constraint: Constraint): ConstraintFacts {
  switch (constraint.kind) {
    case "clean":
    case "explicit":
    case "stems":
    case "one_stop":
    case "no_samples":
    case "not_exclusive":
      return { kind: constraint.kind };
    case "vocals":
      return { kind: "vocals", want: constraint.want };
    case "ai":
      return { kind: "ai", want: constraint.want };
    case "tempo":
      return { kind: "tempo", ranges: constraint.ranges.map(({ minBpm, maxBpm }) => rangeOf(minBpm, maxBpm)) };
    case "energy":
      return { kind: "energy", levels: [...constraint.levels] };
    case "duration":
      return { kind: "duration", ...rangeOf(constraint.minSeconds, constraint.maxSeconds) };
    case "released":
      return { kind: "released", min: constraint.fromYear, max: constraint.toYear };
    case "pre_cleared":
      return { kind: "pre_cleared", territories: [...constraint.territories] };
    case "playlist":
      return { kind: "playlist", want: constraint.want, name: constraint.name };
    case "key":
      return { kind: "key", keys: constraint.keys.map(({ tonic, mode }) => keyName(tonic, mode)) };
    case "excluded":
      return { kind: "excluded", name: constraint.name };
    case "tagged":
      return { kind: "tagged", want: constraint.want, name: constraint.name };
    default:
      return unreachable(constraint);
  }
}

/** `C# minor`, `minor` without a note; empty for any key. */
export function keyName(tonic: number | null, mode: "major" | "minor" | null): string {
  return tonic === null ? (mode ?? "") : describeKey({ tonic, mode });
}

function rangeOf(min: number, max: number): { min: number | null; max: number | null } {
  return {
    min: min <= 0 ? null : rounded(min),
    max: max >= Number.MAX_SAFE_INTEGER ? null : rounded(max),
  };
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
