import type { Constraint, Wish } from "../../../schema/brief.ts";
import { ENERGIES, MODES } from "../../../schema/song.ts";
import { MEASURED, reasonOf } from "../describe-reason.ts";
import { contraryPlainTerms, energyTerms, modeTerms, plainTerms } from "../plain-values.ts";
import type { RankingIndex } from "../ranking-index.ts";
import type { ResolvedBrief } from "../resolve-mentions.ts";
import { type Ask, type AskTerm, moved, type Ranked, rescored, type Rule, soughtWord } from "../rule.ts";
import { soughtBy } from "../wish-terms.ts";
import { avoidedCost } from "./avoided.ts";
import { tagWeights } from "./facet-match.ts";

/** Weight of a value that serves a wish, compared with a tag for it, and of one that contradicts it. */
const WEIGHT = 0.6;
const CONTRARY = 0.25;
/** Cost of a value that the brief avoids, compared with that of an avoided tag. */
const AVOIDED = 0.5;
/** The share of its score that a song gains, or loses, at most by a measurement for or against a constraint. */
const RAISED = 0.25;
const IMPACT_MAX = 255;
/** Wishes of less weight are too faint. */
const WEIGHT_MIN = 0.3;

/**
 * Answers plain wishes ("fast", "quiet", "energetic", "in minor") by the tempo, loudness, energy and mode of songs, stated or
 * measured, so that songs without tags are found too. A measured value counts by its confidence, and a tag counts more. It never
 * cuts a song.
 */
export const plainFactsRule: Rule = {
  name: "plain facts",
  prepare: (index, brief) => {
    const weightOf = tagWeights(index, brief);
    return {
      asks: [
        ...brief.wanted.filter(isPlain).flatMap((wish) => wished(index, wish, weightOf(wish))),
        ...brief.avoided.filter(({ isEvidence }) => isEvidence !== true).flatMap((wish) => avoided(index, brief, wish)),
        ...(asksMore(brief) ? [] : brief.constraints.flatMap((constraint) => required(index, constraint))),
      ],
      ...(asksMore(brief) ? { arrange: (ordered) => arranged(index, brief, ordered) } : {}),
    };
  },
};

/** What only a scene or a picture implies is no plain wish. */
function isPlain({ isNamed, weight }: Wish): boolean {
  return isNamed === true && weight >= WEIGHT_MIN;
}

function wished(index: RankingIndex, wish: Wish, tagWeight: number): Ask[] {
  const sought = soughtBy(wish);
  return [
    ...ask({ weight: WEIGHT * tagWeight, share: WEIGHT * wish.weight, sought }, plainTerms(index, wish.name)),
    ...ask({ weight: -CONTRARY * tagWeight, share: 0, sought }, contraryPlainTerms(index, wish.name)),
  ];
}

function avoided(index: RankingIndex, brief: ResolvedBrief, wish: Wish): Ask[] {
  const weight = -AVOIDED * avoidedCost(brief) * wish.weight;
  return ask({ weight, share: 0, sought: soughtBy(wish) }, plainTerms(index, wish.name));
}

/** Whether a brief asks for more than constraints. Then a constraint must not find songs that the wishes do not find. */
function asksMore({ wanted, text, found, arcs = [] }: ResolvedBrief): boolean {
  return wanted.length + text.length + found.length + arcs.length > 0;
}

/** A constraint on energy or mode stays unknown for a measurement that is not certain, which still finds songs. */
function required(index: RankingIndex, constraint: Constraint): Ask[] {
  const terms = termsFor(index, constraint);
  const [said = ""] = constraint.from;
  return ask({ weight: WEIGHT, share: WEIGHT, sought: soughtWord(said) }, terms);
}

/** If the brief has wishes, such measurements change the order of the songs that they find. */
function arranged(
  index: RankingIndex,
  { constraints, wanted }: ResolvedBrief,
  ordered: readonly Ranked[],
): readonly Ranked[] {
  const sides = constraints.map((constraint) => ({
    towards: termsFor(index, constraint),
    against: termsFor(index, contraryOf(constraint)),
  }));
  if (sides.every(({ towards, against }) => towards.length + against.length === 0)) return ordered;
  const names = new Set(wanted.map(({ name }) => `${MEASURED}${name}`));
  const weigh = (song: Ranked, terms: readonly AskTerm[], most: number): Ranked =>
    weighed(index, song, { terms, most, named: names });
  return rescored(ordered, (song) =>
    sides.reduce((one, { towards, against }) => weigh(weigh(one, towards, RAISED), against, -RAISED), song),
  );
}

/** `named` are the values that wishes name, which have a reason already. */
function weighed(
  index: RankingIndex,
  song: Ranked,
  { terms, most, named }: { terms: readonly AskTerm[]; most: number; named: ReadonlySet<string> },
): Ranked {
  for (const { term, name, facts } of terms) {
    const impact = index.posting(term, song.place)?.impact ?? 0;
    // A stated value has a verdict already.
    if (impact === 0 || !name.startsWith(MEASURED)) continue;
    const score = Math.round(song.score * (1 + (most * impact) / IMPACT_MAX));
    const reason = most > 0 && !named.has(name) && facts !== undefined ? reasonOf(facts) : null;
    return moved(
      { ...song, score },
      { rule: plainFactsRule.name, description: name, reason, points: score - song.score },
    );
  }
  return song;
}

function contraryOf(constraint: Constraint): Constraint {
  if (constraint.kind === "energy")
    return { ...constraint, levels: ENERGIES.filter((level) => !constraint.levels.includes(level)) };
  if (constraint.kind !== "key") return constraint;
  const wanted = new Set(constraint.keys.map(({ mode }) => mode));
  return { ...constraint, keys: MODES.filter((mode) => !wanted.has(mode)).map((mode) => ({ tonic: null, mode })) };
}

function termsFor(index: RankingIndex, constraint: Constraint): readonly AskTerm[] {
  if (constraint.kind === "energy") return energyTerms(index, constraint.levels);
  if (constraint.kind !== "key" || constraint.keys.some(({ tonic }) => tonic !== null)) return [];
  return modeTerms(
    index,
    constraint.keys.flatMap(({ mode }) => mode ?? []),
  );
}

function ask(of: Omit<Ask, "terms">, terms: readonly AskTerm[]): Ask[] {
  return terms.length === 0 ? [] : [{ ...of, terms }];
}
