import type { ArcWish, Brief, Constraint, Kin, Mention, TextTerm, Wish } from "../../../schema/brief.ts";
import { isRuledOut } from "../voice-evidence.ts";
import { mergeConstraints } from "../constraints.ts";
import { mergeWishes } from "../parse-brief.ts";
import { resolveConflicts } from "../resolve-conflicts.ts";
import type { Vocabulary } from "../vocabulary.ts";

/** A wish of the later turn with at least this weight replaces what it contradicts. */
const STATED = 0.5;

/** How contrary an earlier wish must be to be dropped ("fast", then "slower"), or to become fainter. */
const OPPOSITE = 0.8;
const CONTRARY = 0.4;
const CONTRARY_SHARE = 0.3;

/** How close an earlier wish must be to something that the later turn avoids, to be dropped. */
const NEAR = 0.7;

/** Words for a tempo. A later one replaces an earlier constraint on the tempo, and the other way round. */
const TEMPO_WORDS: ReadonlySet<string> = new Set(["slow", "very slow", "mid-tempo", "uptempo", "fast"]);

/** Shapes of which a track has one. */
const WHOLE_SHAPES: ReadonlySet<ArcWish["shape"]> = new Set(["rising", "falling", "arch", "steady"]);

/** Adds a later turn to a brief. Everything earlier stays, except what the later turn contradicts. Pure. */
export function mergeTurn(earlier: Brief, later: Brief, vocabulary: Vocabulary): Brief {
  const kept = withoutContradicted(earlier, later, vocabulary);
  const plain = mergeConstraints(later.constraints.filter(isPlain), kept.constraints.filter(isPlain));
  const constraints = [...plain, ...mergeNamed(kept.constraints, later.constraints)];
  const wanted = mergeWishes([...kept.wanted, ...later.wanted]).filter((wish) => !isRuledOut(wish, constraints));
  const resolved = resolveConflicts(wanted, mergeWishes([...kept.avoided, ...later.avoided]), vocabulary);
  const parts = [...(earlier.parts ?? []), ...(later.parts ?? [])];
  const arcs = mergeArcTurns(earlier.arcs ?? [], later.arcs ?? []);
  const seen = later.seen ?? earlier.seen;
  const heard = later.heard ?? earlier.heard;
  const soundWeights = later.soundWeights ?? earlier.soundWeights;
  return {
    ...resolved,
    constraints,
    mentions: mergeMentions(earlier.mentions, later.mentions),
    text: mergeText(earlier.text, later.text),
    said: [...earlier.said, ...later.said],
    ignored: [...earlier.ignored, ...later.ignored],
    corrected: [...earlier.corrected, ...later.corrected],
    ...(seen === undefined ? {} : { seen }),
    ...(heard === undefined ? {} : { heard }),
    ...(soundWeights === undefined ? {} : { soundWeights }),
    ...(parts.length === 0 ? {} : { parts }),
    ...(arcs.length === 0 ? {} : { arcs }),
  };
}

function withoutContradicted(earlier: Brief, later: Brief, vocabulary: Vocabulary): Brief {
  const stated = later.wanted.filter(({ weight }) => weight >= STATED);
  const refused = later.avoided.filter(({ weight, isEvidence }) => weight >= STATED || isEvidence === true);
  const names = new Set(stated.flatMap((wish) => namesOf(wish, vocabulary)));
  const refusedNames = new Set(refused.flatMap((wish) => closeTo(wish, vocabulary)));
  const setsTempo = later.constraints.some(({ kind }) => kind === "tempo");
  const namesTempo = stated.some(({ name }) => TEMPO_WORDS.has(name));
  const setsVocals = later.constraints.some(({ kind }) => kind === "vocals");
  return {
    ...earlier,
    wanted: earlier.wanted.flatMap((wish) => {
      if (refusedNames.has(wish.name) || (setsTempo && TEMPO_WORDS.has(wish.name))) return [];
      const contrary = contrariness(wish, stated);
      if (contrary >= OPPOSITE) return [];
      return [contrary >= CONTRARY ? fainter(wish) : wish];
    }),
    avoided: earlier.avoided.filter((wish) => !names.has(wish.name) && !(setsVocals && wish.isEvidence === true)),
    constraints: earlier.constraints.flatMap((constraint): Constraint[] => {
      if (constraint.kind === "tempo" && namesTempo) return [];
      if (constraint.kind === "excluded") return withoutNamed(constraint, names);
      if (constraint.kind !== "tagged") return [constraint];
      return (constraint.want === "with" ? refusedNames : names).has(constraint.name) ? [] : [constraint];
    }),
  };
}

/** Returns how contrary an earlier wish is to the later wishes, 0 to 1. */
function contrariness(wish: Wish, later: readonly Wish[]): number {
  const against = (kin: readonly Kin[], name: string): number =>
    Math.max(0, ...kin.filter((one) => one.name === name).map(({ weight }) => -weight));
  return Math.max(0, ...later.map((other) => Math.max(against(other.kin, wish.name), against(wish.kin, other.name))));
}

/** Returns the wish at low weight and without contraries, because the later turn asks for some of those. */
function fainter(wish: Wish): Wish {
  return { ...wish, weight: wish.weight * CONTRARY_SHARE, kin: wish.kin.filter(({ weight }) => weight > 0) };
}

/** Returns an exclusion without the things that the later turn wants; none if that is the excluded thing itself. */
function withoutNamed(
  constraint: Extract<Constraint, { readonly kind: "excluded" }>,
  names: ReadonlySet<string>,
): Constraint[] {
  if (names.has(constraint.name)) return [];
  const kin = constraint.kin.filter((name) => !names.has(name));
  if (kin.length === constraint.kin.length) return [constraint];
  const allowed = constraint.kin.filter((name) => names.has(name));
  return kin.length === 0 ? [] : [{ ...constraint, kin, notKin: [...constraint.notKin, ...allowed] }];
}

function namesOf({ name }: Wish, vocabulary: Vocabulary): readonly string[] {
  return [name, ...(vocabulary.concept(name)?.names ?? [])];
}

function closeTo(wish: Wish, vocabulary: Vocabulary): readonly string[] {
  const near = wish.kin.filter(({ weight }) => weight >= NEAR).map(({ name }) => name);
  const kinds = wish.isRefusedPlainly === true ? [...(vocabulary.concept(wish.name)?.kinds ?? [])] : [];
  return [...namesOf(wish, vocabulary), ...near, ...kinds];
}

/** Constraints of which a brief has one of each kind. */
function isPlain({ kind }: Constraint): boolean {
  return kind !== "excluded" && kind !== "tagged";
}

/** Merges the constraints that are about a named thing. */
function mergeNamed(earlier: readonly Constraint[], later: readonly Constraint[]): readonly Constraint[] {
  const merged = new Map<string, Constraint>();
  for (const one of [...earlier, ...later]) {
    if (one.kind === "excluded") merged.set(`excluded ${one.name}`, one);
    if (one.kind === "tagged") merged.set(`tagged ${one.facet} ${one.name}`, one);
  }
  return [...merged.values()];
}

/** The later role of a name counts: "like Nina Simone", then "not by Nina Simone". */
function mergeMentions(earlier: readonly Mention[], later: readonly Mention[]): readonly Mention[] {
  const named = new Set(later.map(nameOf));
  return [...earlier.filter((mention) => !named.has(nameOf(mention))), ...later];
}

function nameOf({ readings, given }: Mention): string {
  return `${given === undefined ? "" : "#"}${JSON.stringify(readings)}`;
}

function mergeText(earlier: readonly TextTerm[], later: readonly TextTerm[]): readonly TextTerm[] {
  const words = new Set(later.map(({ word }) => word));
  return [...earlier.filter(({ word }) => !words.has(word)), ...later];
}

function mergeArcTurns(earlier: readonly ArcWish[], later: readonly ArcWish[]): readonly ArcWish[] {
  const replacesWhole = later.some(({ shape }) => WHOLE_SHAPES.has(shape));
  const shapes = new Set(later.map(({ shape }) => shape));
  const isKept = ({ shape }: ArcWish): boolean => !shapes.has(shape) && !(replacesWhole && WHOLE_SHAPES.has(shape));
  return [...earlier.filter(isKept), ...later];
}
