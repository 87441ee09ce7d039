import type { Analysis } from "../../../schema/wire/analysis.ts";
import { certaintyOf, type Condition, isSharedBy, strengthOf } from "./condition.ts";
import { factsOf } from "./facts.ts";
import { type Sight, knownSights } from "./sight-lines.ts";

/** A sight that was detected, with its strength from 0 to 1. */
export interface DetectedSight {
  readonly sight: Sight;
  readonly strength: number;
  /** Strength of what it rejects. What would spoil a picture does not whisper. */
  readonly rejection: number;
  /** How certain it is that this can be seen at all, 0 to 1. A measured sight is certain. */
  readonly certainty: number;
  /** Its name in reasons: that of a sight that includes it, or its own, with how certain it is ("probably dusk"). */
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

/** Sights of form only whisper if neither a place nor a time is known: nothing else says what the picture is about. */
const WHISPER = 0.4;
/** Beside them, what any picture asks for, or any daylight, whispers even more: it is the same for many pictures. */
const COMMON = 0.25;

/** Less certain sights are "probably" there, and those below the second limit "perhaps". */
const SURE = 0.8;
const LIKELY = 0.6;

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
  const detected = sights
    .map((sight) => ({
      sight,
      strength: leastOf(sight.when, (condition) => strengthOf(condition, facts)),
      certainty: leastOf(sight.when.filter(isSaid), (condition) => certaintyOf(condition, facts)),
    }))
    .filter(({ strength }) => strength >= STRENGTH_MIN);
  const isPlaced = detected.some(({ sight, strength }) => strength >= PLACED && saysWhere(sight));
  const present = isPlaced ? detected.filter(({ sight }) => !sight.isUndertone) : detected;
  const whispers = !isPlaced && present.some(({ sight }) => sight.isForm);
  return present
    .map(({ sight, certainty, strength: measured }): DetectedSight => {
      const share = whispers && (sight.wants[0]?.weight ?? 0) < OWN ? COMMON : 1;
      const strength = measured * (sight.isForm ? (isPlaced ? FORM : WHISPER) : share);
      const own = { sight, strength, certainty };
      const whole = wholeOf(own, present);
      const rejected = isPlaced ? strength : measured;
      if (whole === undefined)
        return { ...own, rejection: rejected, name: nameOf(own), informativeness: specificityOf(sight) };
      const left = 1 - (1 - PART) * whole.strength;
      const name = nameOf(wholeOf(whole, present) ?? whole);
      const informativeness = specificityOf(whole.sight);
      return { ...own, strength: strength * left, rejection: rejected * left, name, informativeness };
    })
    .toSorted((a, b) => orderOf(b) - orderOf(a));
}

type PresentSight = Omit<DetectedSight, "name" | "informativeness" | "rejection">;

/**
 * Returns the strongest sight that includes this one ("city at night" includes "night"), or undefined. It must be at
 * least AS_SURE times as strong as this one.
 */
function wholeOf(
  { sight, strength }: Omit<PresentSight, "certainty">,
  present: readonly PresentSight[],
): PresentSight | undefined {
  return present
    .filter((other) => other.strength >= strength * AS_SURE && isPartOf(sight, other.sight))
    .toSorted((one, other) => other.strength - one.strength)[0];
}

/** Returns the name with how certain the sight is: "dusk", "probably dusk", "perhaps dusk". */
function nameOf({ sight, certainty }: PresentSight): string {
  if (certainty >= SURE) return sight.name;
  return certainty >= LIKELY ? `probably ${sight.name}` : `perhaps ${sight.name}`;
}

function leastOf(conditions: readonly Condition[], of: (condition: Condition) => number): number {
  return conditions.reduce((least, condition) => Math.min(least, of(condition)), 1);
}

function isSaid({ kind }: Condition): boolean {
  return kind === "said";
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
