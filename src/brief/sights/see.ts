import type { Analysis } from "../../../schema/wire/analysis.ts";
import { type Condition, isSharedBy, strengthOf } from "./condition.ts";
import { factsOf } from "./facts.ts";
import { type Sight, knownSights } from "./sight-lines.ts";

/** A sight that is there, and how surely, 0 to 1. */
export interface DetectedSight {
  readonly sight: Sight;
  readonly strength: number;
  /** What it is called in reasons: the scene that it is a part of, where there is one. */
  readonly name: string;
  /** How much that name tells a reader. */
  readonly telling: number;
}

/** What is fainter is not there. */
const STRENGTH_MIN = 0.15;

/** What a sight still says beside a scene that it is part of: the scene's line argues for the whole. */
const PART = 0.35;
const AS_SURE = 0.5;

/** Matters of which a reader makes a picture; a camera's movement is no place. */
const WHERE_AND_WHEN: ReadonlySet<string> = new Set(["time", "weather", "setting", "scene"]);

/** Where a place or an hour is seen this surely, form only shades what it asks for: to this share. */
const PLACED = 0.4;
const OWN = 0.4;
const FORM = 0.65;

const SAID = 0.8;
const MEASURED = 0.2;

/** All that an analysis shows, the surest and most telling first. */
export function sightsOf(analysis: Analysis, sights: readonly Sight[] = knownSights()): readonly DetectedSight[] {
  const facts = factsOf(analysis);
  const there = sights
    .map((sight) => ({
      sight,
      strength: sight.when.reduce((least, condition) => Math.min(least, strengthOf(condition, facts)), 1),
    }))
    .filter(({ strength }) => strength >= STRENGTH_MIN);
  const isPlaced = there.some(({ sight, strength }) => strength >= PLACED && saysWhere(sight));
  return there
    .map(({ sight, strength: measured }): DetectedSight => {
      const strength = sight.isForm && isPlaced ? measured * FORM : measured;
      const whole = wholeOf({ sight, strength }, there);
      if (whole === undefined) return { sight, strength, name: sight.name, telling: wordiness(sight) };
      const left = strength * (1 - (1 - PART) * whole.strength);
      return { sight, strength: left, name: nameOf(there, whole), telling: wordiness(whole.sight) };
    })
    .toSorted((a, b) => tellingOf(b) - tellingOf(a));
}

type PresentSight = Omit<DetectedSight, "name" | "telling">;

/** The surest scene that a sight is part of, if it is about as sure as the sight itself. */
function wholeOf({ sight, strength }: PresentSight, there: readonly PresentSight[]): PresentSight | undefined {
  return there
    .filter((other) => other.strength >= strength * AS_SURE && isPartOf(sight, other.sight))
    .toSorted((one, other) => other.strength - one.strength)[0];
}

/** A scene may be part of a larger one. */
function nameOf(there: readonly PresentSight[], scene: PresentSight): string {
  return (wholeOf(scene, there) ?? scene).sight.name;
}

/** "Night" is part of "city at night": whatever shows the one shows the other. */
function isPartOf(sight: Sight, whole: Sight): boolean {
  if (sight === whole || sight.when.length >= whole.when.length) return false;
  return sight.when.every((condition) => whole.when.some((other) => isSharedBy(condition, other)));
}

/** A place or an hour tells more than a measurement, and of those the scene of several conditions. */
function tellingOf({ sight, strength }: DetectedSight): number {
  return strength * wordiness(sight) * (sight.wants[0]?.weight ?? 0.1);
}

/** What a sight's name is worth to a reader: "beach at sunset" before "warm colours". */
function wordiness({ when }: Sight): number {
  const said = when.filter(isWhereOrWhen).length;
  return 1 + said * SAID + (when.length - said) * MEASURED;
}

/** A place, an hour or a weather that asks for something of its own; that it is day says next to nothing. */
function saysWhere({ when, wants }: Sight): boolean {
  return when.some(isWhereOrWhen) && (wants[0]?.weight ?? 0) >= OWN;
}

function isWhereOrWhen(condition: Condition): boolean {
  return condition.kind === "said" && condition.any.some(({ about }) => WHERE_AND_WHEN.has(about));
}
