import type { ArcShape, ArcWish, Constraint, Wish, WordRun } from "../../../schema/brief.ts";
import { words } from "../../text/words.ts";
import type { Vocabulary } from "../vocabulary.ts";

/** Weight of a concept that means a shape, as for a stated wish. */
const STATED = 0.9;
/** Weight of a concept that means a shape in part. */
const PARTLY = 0.5;

/** Concepts that mean a rising arc. */
const RISING = ["building", "build-up", "crescendo", "slow-burning", "climax"];

/** By shape: the concept of the vocabulary that means it, its weight, and concepts that mean the same. */
const CONCEPTS: Readonly<Partial<Record<ArcShape, Meant>>> = {
  rising: { name: "building", weight: STATED, same: RISING },
  arch: { name: "building", weight: PARTLY, same: ["build-up", "crescendo", "climax"] },
  steady: { name: "steady", weight: PARTLY, same: [] },
  stop: { name: "sudden stop", weight: STATED, same: ["clean ending", "ending"] },
};

interface Meant {
  readonly name: string;
  readonly weight: number;
  readonly same: readonly string[];
}

/**
 * Returns the wishes for the tags of arcs, for those concepts that the brief does not state in other words. A shape
 * without a concept of its own ("falls away") is a wish for the measured arc only.
 */
export function arcWishes(
  arcs: readonly ArcWish[],
  stated: { readonly wanted: readonly Wish[]; readonly avoided: readonly Wish[] },
  vocabulary: Vocabulary,
): { readonly wanted: readonly Wish[]; readonly avoided: readonly Wish[] } {
  const wishesFor = (isRefused: boolean, known: readonly Wish[]): readonly Wish[] => {
    const names = new Set(known.map(({ name }) => name));
    return arcs.flatMap((arc): Wish[] => {
      const meant = arc.isRefused === isRefused ? CONCEPTS[arc.shape] : undefined;
      const concept = meant === undefined ? undefined : vocabulary.concept(meant.name);
      if (meant === undefined || concept === undefined) return [];
      if ([meant.name, ...meant.same].some((name) => names.has(name))) return [];
      names.add(meant.name);
      const { facet, name, kin, avoidedKin } = concept;
      const weight = Math.round(meant.weight * arc.weight * 1000) / 1000;
      return [{ facet, name, weight, from: arc.from, kin: isRefused ? avoidedKin : kin }];
    });
  };
  return { wanted: wishesFor(false, stated.wanted), avoided: wishesFor(true, stated.avoided) };
}

/** Leaves out lengths that are the time of an accent: "Akzent bei 0:42". */
export function withoutHitTimes(constraints: readonly Constraint[], arcs: readonly ArcWish[]): readonly Constraint[] {
  const said = arcs.flatMap(({ shape, from }) => (shape === "hit" ? from : []));
  const isTime = (time: string): boolean => said.some((phrase) => phrase === time || phrase.endsWith(` ${time}`));
  return constraints.filter(({ kind, from }) => kind !== "duration" || !from.every(isTime));
}

/** Keeps one of equal runs that begin an accent: "hit at 0:01, hit at 0:02" names the tag "hit" once. */
export function withoutRepeatedHits<Run extends Pick<WordRun, "words">>(
  runs: readonly Run[],
  arcs: readonly ArcWish[],
): readonly Run[] {
  const begun = new Set<string>();
  for (const { shape, from } of arcs) {
    const said = shape === "hit" ? words(from[0] ?? "") : [];
    said.forEach((_, at) => begun.add(said.slice(0, at + 1).join(" ")));
  }
  const known = new Set<string>();
  return runs.filter((run) => {
    const key = run.words.join(" ");
    const isRepeated = begun.has(key) && known.has(key);
    known.add(key);
    return !isRepeated;
  });
}

/**
 * Returns the arcs of a context that stay beside those of the query. The query decides the shape of the level, and a shape
 * that one wants and the other refuses.
 */
export function arcsBeside(query: readonly ArcWish[], context: readonly ArcWish[]): readonly ArcWish[] {
  const isShaped = query.some(isWantedLevel);
  return context.filter(
    (arc) =>
      !(isShaped && isWantedLevel(arc)) &&
      query.every(({ shape, isRefused }) => shape !== arc.shape || isRefused === arc.isRefused),
  );
}

/** Returns the wishes of a context without concepts that mean a contrary of the query's arcs. */
export function withoutContraryArcs(query: readonly ArcWish[], wishes: readonly Wish[]): readonly Wish[] {
  const contrary = new Set(query.flatMap(contrariesOf));
  return wishes.filter(({ name }) => !contrary.has(name));
}

function contrariesOf({ shape, isRefused }: ArcWish): readonly string[] {
  if (isRefused) return shape === "rising" ? RISING : [];
  return shape === "falling" || shape === "steady" ? RISING : shape === "rising" || shape === "arch" ? ["steady"] : [];
}

/** Maximum number of accents. */
const HITS_MAX = 12;

/** Merges equal arcs of a query and a context. A refusal of a wanted shape is left out, and so are accents beyond a dozen. */
export function mergeArcs(arcs: readonly ArcWish[]): readonly ArcWish[] {
  const merged = new Map<string, ArcWish>();
  for (const arc of arcs) {
    const key = `${arc.shape} ${arc.isRefused} ${arc.atSeconds}`;
    const known = merged.get(key);
    const from = [...new Set([...(known?.from ?? []), ...arc.from])];
    merged.set(key, { ...arc, weight: Math.max(known?.weight ?? 0, arc.weight), from });
  }
  const wanted = new Set(merged.values().flatMap(({ shape, isRefused }) => (isRefused ? [] : [shape])));
  const kept = [...merged.values()].filter(({ shape, isRefused }) => !isRefused || !wanted.has(shape));
  const hits = new Set(kept.filter(({ shape }) => shape === "hit").slice(0, HITS_MAX));
  return kept.filter((arc) => arc.shape !== "hit" || hits.has(arc));
}

function isWantedLevel({ shape, isRefused }: ArcWish): boolean {
  return !isRefused && LEVELS.has(shape);
}

const LEVELS: ReadonlySet<ArcShape> = new Set<ArcShape>(["rising", "falling", "arch", "steady"]);
