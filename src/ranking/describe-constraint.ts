import type { Constraint } from "../../schema/brief.ts";
import type { ConstraintFacts } from "../../schema/wire/reason.ts";
import { unreachable } from "../lib/assert.ts";
import { WORLDWIDE } from "../../schema/rights.ts";
import { territoryName } from "../text/territories.ts";
import { constraintFacts } from "./constraint-facts.ts";

/** Returns a constraint in words, for verdicts and `attributes.brief`: "no vocals", "110 to 130 bpm". */
export function describeConstraint(constraint: Constraint): string {
  return describeConstraintFacts(constraintFacts(constraint));
}

export function describeConstraintFacts(facts: ConstraintFacts): string {
  switch (facts.kind) {
    case "vocals":
      return VOCALS_WORDS[facts.want];
    case "clean":
      return "no explicit lyrics";
    case "explicit":
      return "explicit lyrics";
    case "tempo":
      return `${facts.ranges.map(range).join(" or ")} bpm`;
    case "energy":
      return `${facts.levels.map((level) => level.replace("_", " ")).join(" or ")} energy`;
    case "duration":
      return `${range(facts)} seconds long`;
    case "released":
      return released(facts);
    case "stems":
      return "stems available";
    case "one_stop":
      return "one-stop";
    case "pre_cleared":
      return `pre-cleared${forTerritories(facts.territories)}`;
    case "ai":
      return facts.want === "human" ? "made without AI" : "not made by AI";
    case "no_samples":
      return "no samples or interpolations";
    case "not_exclusive":
      return "not exclusive to others";
    case "playlist":
      return `${facts.want === "in" ? "" : "not "}in the playlist ${facts.name}`;
    case "key":
      return `in ${facts.keys.map(keyWords).join(" or ")}`;
    case "excluded":
      return `no ${facts.name}`;
    case "tagged":
      return `${facts.want === "with" ? "" : "not "}tagged ${facts.name}`;
    default:
      return unreachable(facts);
  }
}

function forTerritories(codes: readonly string[]): string {
  const names = codes.map(territoryName);
  const [first = ""] = codes;
  if (codes.length <= 1) return codes.length === 0 ? "" : first === WORLDWIDE ? " worldwide" : ` for ${names.join("")}`;
  return ` for ${names.slice(0, -1).join(", ")} and ${names.at(-1) ?? ""}`;
}

/** Returns a key of facts in words: "a minor key" if only the mode is known. */
export function keyWords(key: string): string {
  if (key === "") return "any key";
  return key === "major" || key === "minor" ? `a ${key} key` : key;
}

/** Returns a duration as players show it: "3:05". */
export function minutesAndSeconds(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

const VOCALS_WORDS = {
  none: "no vocals",
  not_lead: "no lead vocals",
  lead: "lead vocals",
  background: "background vocals",
} as const;

interface Range {
  readonly min: number | null;
  readonly max: number | null;
}

function range({ min, max }: Range): string {
  if (max === null) return `at least ${min ?? 0}`;
  if (min === null) return `at most ${max}`;
  return min === max ? String(min) : `${min} to ${max}`;
}

function released({ min, max }: Range): string {
  if (min === null) return max === null ? "any release year" : `released in ${max} or before`;
  if (max === null) return `released in ${min} or later`;
  return min === max ? `released in ${min}` : `released ${min} to ${max}`;
}
