import type { Constraint } from "../../schema/brief.ts";
import { unreachable } from "../lib/assert.ts";
import { WORLDWIDE } from "../../schema/rights.ts";
import { describeKey } from "../text/musical-key.ts";
import { territoryName } from "../text/territories.ts";

/** Returns a constraint in words, for verdicts and `attributes.brief`: "no vocals", "110 to 130 bpm". */
export function describeConstraint(constraint: Constraint): string {
  switch (constraint.kind) {
    case "vocals":
      return VOCALS_WORDS[constraint.want];
    case "clean":
      return "no explicit lyrics";
    case "explicit":
      return "explicit lyrics";
    case "tempo":
      return `${constraint.ranges.map(({ minBpm, maxBpm }) => range(minBpm, maxBpm)).join(" or ")} bpm`;
    case "energy":
      return `${constraint.levels.map((level) => level.replace("_", " ")).join(" or ")} energy`;
    case "duration":
      return `${range(constraint.minSeconds, constraint.maxSeconds)} seconds long`;
    case "released":
      return released(constraint.fromYear, constraint.toYear);
    case "stems":
      return "stems available";
    case "one_stop":
      return "one-stop";
    case "pre_cleared":
      return `pre-cleared${forTerritories(constraint.territories)}`;
    case "ai":
      return constraint.want === "human" ? "made without AI" : "not made by AI";
    case "no_samples":
      return "no samples or interpolations";
    case "not_exclusive":
      return "not exclusive to others";
    case "playlist":
      return `${constraint.want === "in" ? "" : "not "}in the playlist ${constraint.name}`;
    case "key":
      return `in ${constraint.keys.map(describeKey).join(" or ")}`;
    case "excluded":
      return `no ${constraint.name}`;
    case "tagged":
      return `${constraint.want === "with" ? "" : "not "}tagged ${constraint.name}`;
    default:
      return unreachable(constraint);
  }
}

function forTerritories(codes: readonly string[]): string {
  const names = codes.map(territoryName);
  const [first = ""] = codes;
  if (codes.length <= 1) return codes.length === 0 ? "" : first === WORLDWIDE ? " worldwide" : ` for ${names.join("")}`;
  return ` for ${names.slice(0, -1).join(", ")} and ${names.at(-1) ?? ""}`;
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

function range(min: number, max: number): string {
  if (max >= Number.MAX_SAFE_INTEGER) return `at least ${plain(min)}`;
  if (min <= 0) return `at most ${plain(max)}`;
  return min === max ? plain(min) : `${plain(min)} to ${plain(max)}`;
}

function plain(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function released(from: number | null, to: number | null): string {
  if (from === null) return to === null ? "any release year" : `released in ${to} or before`;
  if (to === null) return `released in ${from} or later`;
  return from === to ? `released in ${from}` : `released ${from} to ${to}`;
}
