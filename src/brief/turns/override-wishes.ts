import type { Brief, Constraint, Wish, WishOverride } from "../../../schema/brief.ts";
import { excludedFacet } from "../exclusions.ts";
import type { Vocabulary } from "../vocabulary.ts";
import { arcId, constraintId, mentionId, partsOfWishId, textId, wishId } from "./wish-id.ts";

/** Weight of a wish that an override adds. */
const ADDED = 0.9;

/** Minimum weight of kin that are other names of a concept. */
const SYNONYM = 0.95;

/**
 * Changes what was understood: removes a wish, weighs it, avoids it, or turns it into something that every song must have or
 * must not have. An override of a tag that the brief does not ask for adds it. Ids that name nothing are listed in the
 * result. Pure.
 */
export function overrideWishes(brief: Brief, overrides: readonly WishOverride[], vocabulary: Vocabulary): Brief {
  let changed = brief;
  const unused: string[] = [];
  for (const override of overrides) {
    const next = overrideOne(changed, override, vocabulary);
    if (next === null) unused.push(override.id);
    else changed = next;
  }
  const listed = [...new Set([...(brief.unusedOverrides ?? []), ...unused])];
  return listed.length === 0 ? changed : { ...changed, unusedOverrides: listed };
}

function overrideOne(brief: Brief, override: WishOverride, vocabulary: Vocabulary): Brief | null {
  const tag = partsOfWishId(override.id);
  if (tag !== null) return overrideTag(brief, tag, override, vocabulary);
  if (override.id.startsWith("word/")) return overrideWord(brief, override);
  if (override.id.startsWith("arc/")) return overrideArc(brief, override);
  // A constraint or a name can only be removed: it has no weight.
  if (override.polarity !== "removed") return null;
  const constraints = brief.constraints.filter((one) => constraintId(one) !== override.id);
  const mentions = brief.mentions.filter((one) => one.given !== undefined || mentionId(one) !== override.id);
  const hasChanged = constraints.length + mentions.length < brief.constraints.length + brief.mentions.length;
  if (!hasChanged) return null;
  const isVocals = override.id === "constraint/vocals";
  return {
    ...brief,
    constraints,
    mentions,
    avoided: isVocals ? brief.avoided.filter(({ isEvidence }) => isEvidence !== true) : brief.avoided,
  };
}

type Tag = Pick<Wish, "facet" | "name">;

function overrideTag(brief: Brief, tag: Tag, override: WishOverride, vocabulary: Vocabulary): Brief | null {
  const id = wishId(tag);
  const isIt = (wish: Wish): boolean => wishId(wish) === id;
  const constraint = brief.constraints.find((one) => constraintId(one) === id);
  const wanted = brief.wanted.find(isIt);
  const avoided = brief.avoided.find(isIt);
  const { polarity = polarityOf({ wanted, avoided, constraint }) } = override;
  const known = wanted ?? avoided;
  if (polarity === null || (polarity === "removed" && known === undefined && constraint === undefined)) return null;
  const rest = {
    ...brief,
    wanted: brief.wanted.filter((wish) => !isIt(wish)),
    avoided: brief.avoided.filter((wish) => !isIt(wish)),
    constraints: brief.constraints.filter((one) => constraintId(one) !== id),
  };
  const from = known?.from ?? constraint?.from ?? [];
  const { weight = known?.weight ?? ADDED } = override;
  const concept = vocabulary.concept(tag.name);
  const wish: Wish = { ...tag, weight, from, kin: concept?.kin ?? known?.kin ?? [] };
  const shunned: Wish = { ...wish, kin: concept?.avoidedKin ?? known?.kin ?? [] };
  switch (polarity) {
    case "removed":
      return rest;
    case "wanted":
      return { ...rest, wanted: [...rest.wanted, { ...wish, isNamed: true }] };
    case "avoided":
      return { ...rest, avoided: [...rest.avoided, shunned] };
    case "must":
      return {
        ...rest,
        wanted: [...rest.wanted, { ...wish, isNamed: true }],
        // Any kind of a guitar is a guitar.
        constraints: [...rest.constraints, taggedConstraint(wish, "with", [...(concept?.kinds ?? [])])],
      };
    case "must_not": {
      const facet = excludedFacet(tag, vocabulary);
      const kinds = [...(concept?.kinds ?? [])];
      const excluded: Constraint =
        facet === null || kinds.length === 0
          ? taggedConstraint(wish, "without", [])
          : { kind: "excluded", facet, name: tag.name, kin: kinds, notKin: concept?.notKinds ?? [], from };
      return { ...rest, avoided: [...rest.avoided, shunned], constraints: [...rest.constraints, excluded] };
    }
  }
}

/** Returns how a brief asks for a tag at present, or null if it does not. */
function polarityOf({
  wanted,
  avoided,
  constraint,
}: {
  readonly wanted: Wish | undefined;
  readonly avoided: Wish | undefined;
  readonly constraint: Constraint | undefined;
}): Exclude<WishOverride["polarity"], undefined> | null {
  if (constraint?.kind === "excluded") return "must_not";
  if (constraint?.kind === "tagged") return constraint.want === "with" ? "must" : "must_not";
  if (wanted !== undefined) return "wanted";
  return avoided === undefined ? null : "avoided";
}

function taggedConstraint(
  { facet, name, kin, from }: Wish,
  want: "with" | "without",
  kinds: readonly string[],
): Constraint {
  const synonyms = kin.filter(({ weight }) => weight >= SYNONYM).map((one) => one.name);
  const names = [...new Set([name, ...synonyms, ...kinds])];
  return { kind: "tagged", want, facet, name, names, from };
}

function overrideWord(brief: Brief, { id, polarity, weight }: WishOverride): Brief | null {
  const known = brief.text.find((term) => textId(term) === id);
  if (known === undefined || polarity === "must" || polarity === "must_not") return null;
  if (polarity === "removed") return { ...brief, text: brief.text.filter((term) => term !== known) };
  const isAvoided = polarity === undefined ? known.weight < 0 : polarity === "avoided";
  const size = weight ?? Math.abs(known.weight);
  const changed = { ...known, weight: isAvoided ? -size : size };
  return { ...brief, text: brief.text.map((term) => (term === known ? changed : term)) };
}

function overrideArc(brief: Brief, { id, polarity, weight }: WishOverride): Brief | null {
  const { arcs = [] } = brief;
  const known = arcs.find((arc) => arcId(arc) === id);
  if (known === undefined || polarity === "must" || polarity === "must_not") return null;
  const isRefused = polarity === undefined ? known.isRefused : polarity === "avoided";
  const changed = { ...known, weight: weight ?? known.weight, isRefused };
  return {
    ...brief,
    arcs: arcs.flatMap((arc) => (arc === known ? (polarity === "removed" ? [] : [changed]) : [arc])),
  };
}
