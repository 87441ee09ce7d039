import type { Analysis } from "../../../schema/wire/analysis.ts";
import { type Condition, isSharedBy, strengthOf } from "./condition.ts";
import { factsOf } from "./facts.ts";
import { type Sight, knownSights } from "./sight-lines.ts";

/** A sight that was detected, with its strength from 0 to 1. */
export interface DetectedSight {
  readonly sight: Sight;
  readonly strength: number;
  /** Its name in reasons: that of a sight that includes it, or its own. */
  readonly name: string;
  /** How informative the name is. */
  readonly informativeness: number;
}

/** Weaker sights are ignored. */
const STRENGTH_MIN = 0.15;

/**
 * Share of its strength that a sight keeps if another sight with full strength includes it: the line of that sight
 * covers it.
 */
const PART = 0.35;
const AS_SURE = 0.5;

/** Statements that describe a scene; a camera movement does not. */
const WHERE_AND_WHEN: ReadonlySet<string> = new Set(["time", "weather", "setting", "scene"]);

/** If a place or a time is at least this strong, the strength of sights of form is multiplied by FORM. */
const PLACED = 0.4;
const OWN = 0.4;
const FORM = 0.65;

const SAID = 0.8;
const MEASURED = 0.2;

/** Returns all sights of an analysis, the most certain and informative first. */
export function detectSights(analysis: Analysis, sights: readonly Sight[] = knownSights()): readonly DetectedSight[] {
  const facts = factsOf(analysis);
  const present = sights
    .map((sight) => ({
      sight,
      strength: sight.when.reduce((least, condition) => Math.min(least, strengthOf(condition, facts)), 1),
    }))
    .filter(({ strength }) => strength >= STRENGTH_MIN);
  const isPlaced = present.some(({ sight, strength }) => strength >= PLACED && saysWhere(sight));
  return present
    .map(({ sight, strength: measured }): DetectedSight => {
      const strength = sight.isForm && isPlaced ? measured * FORM : measured;
      const whole = wholeOf({ sight, strength }, present);
      if (whole === undefined) return { sight, strength, name: sight.name, informativeness: specificityOf(sight) };
      const left = strength * (1 - (1 - PART) * whole.strength);
      return { sight, strength: left, name: nameOf(present, whole), informativeness: specificityOf(whole.sight) };
    })
    .toSorted((a, b) => orderOf(b) - orderOf(a));
}

type PresentSight = Omit<DetectedSight, "name" | "informativeness">;

/**
 * Returns the strongest sight that includes this one ("city at night" includes "night"), or undefined. It must be at
 * least AS_SURE times as strong as this one.
 */
function wholeOf({ sight, strength }: PresentSight, present: readonly PresentSight[]): PresentSight | undefined {
  return present
    .filter((other) => other.strength >= strength * AS_SURE && isPartOf(sight, other.sight))
    .toSorted((one, other) => other.strength - one.strength)[0];
}

/** Returns the name of a sight, or that of the strongest sight that includes it. */
function nameOf(present: readonly PresentSight[], scene: PresentSight): string {
  return (wholeOf(scene, present) ?? scene).sight.name;
}

/** Whether the other sight includes this one: "night" is part of "city at night". */
function isPartOf(sight: Sight, whole: Sight): boolean {
  if (sight === whole || sight.when.length >= whole.when.length) return false;
  return sight.when.every((condition) => whole.when.some((other) => isSharedBy(condition, other)));
}

/** Orders sights: places and times before measurements, and scenes with several conditions before single ones. */
function orderOf({ sight, strength }: DetectedSight): number {
  return strength * specificityOf(sight) * (sight.wants[0]?.weight ?? 0.1);
}

/** Returns how specific a sight is: "beach at sunset" is more specific than "warm colours". */
function specificityOf({ when }: Sight): number {
  const said = when.filter(isWhereOrWhen).length;
  return 1 + said * SAID + (when.length - said) * MEASURED;
}

/** Whether the sight is a place, a time or a weather with wishes. Daylight alone has hardly any. */
function saysWhere({ when, wants }: Sight): boolean {
  return when.some(isWhereOrWhen) && (wants[0]?.weight ?? 0) >= OWN;
}

function isWhereOrWhen(condition: Condition): boolean {
  return condition.kind === "said" && condition.any.some(({ about }) => WHERE_AND_WHEN.has(about));
}
