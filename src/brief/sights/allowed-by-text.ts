import type { Brief, Wish } from "../../../schema/brief.ts";
import { type Vocabulary } from "../vocabulary.ts";

/** Minimum weight of contraries that count; "mysterious" and "happy" are below it and go together. */
const CONTRARY = 0.4;

/** Minimum weight of close tags that count: "calm" contradicts everything close to "energetic". */
const CLOSE = 0.7;

/** A picture's wish is dropped if it is at least this near to an avoided tag. */
const NEAR = 0.5;

/** Fainter wishes of the text do not contradict a picture. */
const MEANT = 0.2;

/** Tempos from which a constraint also counts as a wish for fast or slow music. */
const FAST_BPM = 118;
const SLOW_BPM = 88;

/**
 * Returns a test: whether a wish that comes from a picture, given by its name, agrees with the text. If text and
 * picture contradict each other, the text wins.
 */
export function allowedByText(text: Brief, vocabulary: Vocabulary): (name: string) => boolean {
  const wanted = [...text.wanted.filter(({ weight }) => weight >= MEANT), ...promised(text, vocabulary)];
  const avoided = text.avoided;
  return (name) => {
    const concept = vocabulary.concept(name);
    const names = [name, ...(concept?.names ?? [])];
    if (wanted.some((wish) => wish.name === name)) return true;
    const near = (concept?.kin ?? []).filter(({ weight }) => weight >= CLOSE).map((kin) => kin.name);
    const isContrary = (wish: Wish): boolean =>
      isAgainst(wish.kin, names, CONTRARY) ||
      isAgainst(wish.kin, near, CLOSE) ||
      isAgainst(concept?.kin ?? [], [wish.name], CONTRARY);
    if (wanted.some(isContrary)) return false;
    return !avoided.some((wish) => names.includes(wish.name) || isNear(wish, names));
  };
}

function isAgainst(kin: Wish["kin"], names: readonly string[], least: number): boolean {
  return kin.some(({ name, weight }) => weight <= -least && names.includes(name));
}

function isNear({ kin }: Wish, names: readonly string[]): boolean {
  return kin.some(({ name, weight }) => weight >= NEAR && names.includes(name));
}

/**
 * Returns wishes that follow from constraints: "at least 120 bpm" means fast music, "high energy" means energetic
 * music.
 */
function promised({ constraints }: Brief, vocabulary: Vocabulary): Wish[] {
  const names = constraints.flatMap((constraint): string[] => {
    if (constraint.kind === "energy") {
      if (constraint.levels.every((level) => level === "high")) return ["energetic"];
      return constraint.levels.every((level) => level === "low" || level === "very_low") ? ["calm"] : [];
    }
    if (constraint.kind !== "tempo") return [];
    if (constraint.ranges.every(({ minBpm }) => minBpm >= FAST_BPM)) return ["fast"];
    return constraint.ranges.every(({ maxBpm }) => maxBpm <= SLOW_BPM) ? ["slow"] : [];
  });
  return names.flatMap((name): Wish[] => {
    const concept = vocabulary.concept(name);
    return concept === undefined ? [] : [{ facet: concept.facet, name, weight: 1, from: [], kin: concept.kin }];
  });
}
