import type { Analysis } from "../../../schema/wire/analysis.ts";
import { isSharedBy, strengthOf } from "./condition.ts";
import { factsOf } from "./facts.ts";
import { type Sight, knownSights } from "./sight-lines.ts";

/** A sight that is there, and how surely, 0 to 1. */
export interface Seen {
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

/** Matters of which a reader makes a picture; a camera's movement is no place. */
const WHERE_AND_WHEN: ReadonlySet<string> = new Set(["time", "weather", "setting", "scene"]);

const SAID = 0.8;
const MEASURED = 0.2;

/** All that an analysis shows, the surest and most telling first. */
export function sightsOf(analysis: Analysis, sights: readonly Sight[] = knownSights()): readonly Seen[] {
  const facts = factsOf(analysis);
  const there = sights
    .map((sight) => ({
      sight,
      strength: sight.when.reduce((least, condition) => Math.min(least, strengthOf(condition, facts)), 1),
    }))
    .filter(({ strength }) => strength >= STRENGTH_MIN);
  return there
    .map(({ sight, strength }): Seen => {
      const wholes = there.filter((other) => isPartOf(sight, other.sight));
      const whole = wholes.toSorted((a, b) => b.strength - a.strength)[0];
      if (whole === undefined) return { sight, strength, name: sight.name, telling: wordiness(sight) };
      const left = strength * (1 - (1 - PART) * whole.strength);
      return { sight, strength: left, name: nameOf(whole.sight, there), telling: wordiness(whole.sight) };
    })
    .toSorted((a, b) => tellingOf(b) - tellingOf(a));
}

/** A scene may be part of a larger one. */
function nameOf(sight: Sight, there: readonly Omit<Seen, "name" | "telling">[]): string {
  const wholes = there.filter((other) => isPartOf(sight, other.sight)).toSorted((a, b) => b.strength - a.strength);
  return wholes[0]?.sight.name ?? sight.name;
}

/** "Night" is part of "city at night": whatever shows the one shows the other. */
function isPartOf(sight: Sight, whole: Sight): boolean {
  if (sight === whole || sight.when.length >= whole.when.length) return false;
  return sight.when.every((condition) => whole.when.some((other) => isSharedBy(condition, other)));
}

/** A place or an hour tells more than a measurement, and of those the scene of several conditions. */
function tellingOf({ sight, strength }: Seen): number {
  return strength * wordiness(sight) * (sight.wants[0]?.weight ?? 0.1);
}

/** What a sight's name is worth to a reader: "beach at sunset" before "warm colours". */
function wordiness({ when }: Sight): number {
  const said = when.filter(
    (one) => one.kind === "said" && one.any.some(({ about }) => WHERE_AND_WHEN.has(about)),
  ).length;
  return 1 + said * SAID + (when.length - said) * MEASURED;
}
