import type { ArcShape, ArcWish, Constraint, Wish } from "../../../schema/brief.ts";
import type { Vocabulary } from "../vocabulary.ts";

/** Weight of a concept that means a shape, as for a stated wish. */
const STATED = 0.9;
/** Weight of a concept that means a shape in part. */
const PARTLY = 0.5;

/** By shape: the concept of the vocabulary that means it, its weight, and concepts that mean the same. */
const CONCEPTS: Readonly<Partial<Record<ArcShape, Meant>>> = {
  rising: { name: "building", weight: STATED, same: ["build-up", "crescendo", "slow-burning", "climax"] },
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
  const isTime = (words: string): boolean => said.some((phrase) => phrase.endsWith(` ${words}`));
  return constraints.filter(({ kind, from }) => kind !== "duration" || !from.every(isTime));
}

/** Merges the arcs of a query and a context. The query decides the shape of the level. */
export function mergeArcs(query: readonly ArcWish[], context: readonly ArcWish[]): readonly ArcWish[] {
  const isShaped = query.some((arc) => !arc.isRefused && LEVELS.has(arc.shape));
  const merged = new Map<string, ArcWish>();
  for (const arc of [...query, ...context.filter(({ shape }) => !isShaped || !LEVELS.has(shape))]) {
    const key = `${arc.shape} ${arc.isRefused} ${arc.atSeconds}`;
    const known = merged.get(key);
    const from = [...new Set([...(known?.from ?? []), ...arc.from])];
    merged.set(key, { ...arc, weight: Math.max(known?.weight ?? 0, arc.weight), from });
  }
  const wanted = new Set(merged.values().flatMap(({ shape, isRefused }) => (isRefused ? [] : [shape])));
  return [...merged.values()].filter(({ shape, isRefused }) => !isRefused || !wanted.has(shape));
}

const LEVELS: ReadonlySet<ArcShape> = new Set<ArcShape>(["rising", "falling", "arch", "steady"]);
