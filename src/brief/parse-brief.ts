import type {
  ArcWish,
  Brief,
  Constraint,
  Correction,
  DescribedPart,
  Kin,
  Mention,
  WordRun,
  TextTerm,
  Wish,
} from "../../schema/brief.ts";
import {
  arcsBeside,
  arcWishes,
  mergeArcs,
  withoutContraryArcs,
  withoutHitTimes,
  withoutRepeatedHits,
} from "./arcs/arc-wishes.ts";
import { mergeConstraints } from "./constraints.ts";
import { exclusionsOf } from "./exclusions.ts";
import { impliedMusic } from "./implied-music.ts";
import { heaviestWishes, textWithinShare } from "./limit-wishes.ts";
import { runSteps, type Steps } from "../lib/steps.ts";
import { describeParts } from "./parts/describe-parts.ts";
import type { Passage } from "./passage.ts";
import { preparingPassage, type TextRole } from "./prepare-passage.ts";
import { resolveConflicts } from "./resolve-conflicts.ts";
import { runsOf } from "./word-runs.ts";
import { type Vocabulary, vocabulary } from "./vocabulary.ts";
import { isRuledOut, voiceEvidence } from "./voice-evidence.ts";
import { readingWishes } from "./wishes.ts";

export interface BriefInput {
  readonly query: string | null;
  readonly context: string | null;
  /** Set if the context only tells a scene, however short. Without it, a short context is a direction. */
  readonly isScene?: true;
}

/** A wish of the context has this share of its weight. */
const CONTEXT_SHARE = 0.7;

/** A clear wish of the query, a contrary near enough to it, and the share that a contrary wish of the context keeps. */
const STATED = 0.8;
const CONTRARY = 0.4;
const CONTRARY_SHARE = 0.3;

/** Minimum weight of a wish whose words explain it. */
const TELLING_MIN = 0.05;

/** Added to a wish for each repetition. */
const REPEATED = 0.1;

interface PassageReading {
  readonly wanted: readonly Wish[];
  readonly avoided: readonly Wish[];
  readonly text: readonly TextTerm[];
  readonly constraints: readonly Constraint[];
  readonly mentions: readonly Mention[];
  readonly said: readonly WordRun[];
  readonly ignored: readonly string[];
  readonly corrected: readonly Correction[];
  readonly parts: readonly DescribedPart[];
  readonly arcs: readonly ArcWish[];
  readonly passage: Passage | null;
}

const EMPTY: PassageReading = {
  wanted: [],
  avoided: [],
  text: [],
  constraints: [],
  mentions: [],
  said: [],
  ignored: [],
  corrected: [],
  parts: [],
  arcs: [],
  passage: null,
};

/**
 * Reads a brief: constraints, names, wishes and what it refuses. The words that are left become text terms. Pure: the
 * same words give the same brief.
 */
export function parseBrief(input: BriefInput, known: Vocabulary = vocabulary()): Brief {
  return runSteps(parsing(input, known));
}

/** `parseBrief` in steps of a few milliseconds. */
export function* parsing(input: BriefInput, known: Vocabulary): Steps<Brief> {
  const scene = yield* reading(input.context, CONTEXT_SHARE, known, input.isScene === true ? "scene" : "brief");
  const isScene = scene.parts.length > 0;
  const read = yield* reading(input.query, 1, known, isScene ? "query of a scene" : "brief");
  const query = withArcs(read, read.arcs, 1, known);
  const beside = { ...scene, wanted: withoutContraryArcs(read.arcs, scene.wanted) };
  const context = withArcs(beside, arcsBeside(read.arcs, scene.arcs), CONTEXT_SHARE, known);
  const constraints = mergeConstraints(query.constraints, context.constraints);
  const avoided = mergeWishes([
    ...query.avoided,
    ...context.avoided.filter((wish) => query.wanted.every((other) => !isSame(wish, other))),
  ]);
  const isContrary = contraryTo(query.wanted);
  const stated = mergeWishes([
    ...query.wanted,
    ...context.wanted.map((wish) => (isContrary(wish) ? fainter(wish) : wish)),
  ]);
  yield;
  const passages = [query.passage, context.passage].filter((passage) => passage !== null);
  const implied = impliedMusic(passages, { stated, avoided }, known);
  const wanted = mergeWishes([...stated, ...implied.wanted]).filter((wish) => !isRuledOut(wish, constraints));
  yield;
  const parts = [...query.parts, ...context.parts];
  const resolved = resolveConflicts(
    wanted.filter((wish) => !outweighed(wish, avoided)),
    avoided.filter((wish) => !overruled(wish, stated)),
    known,
  );
  const text = mergeText([...query.text, ...context.text]);
  const arcs = mergeArcs([...query.arcs, ...context.arcs]);
  const heaviest = isScene ? heaviestWishes(resolved.wanted) : resolved.wanted;
  return {
    wanted: heaviest,
    avoided: mergeWishes([...resolved.avoided, ...implied.avoided, ...voiceEvidence(constraints, wanted)]),
    constraints: [...constraints, ...exclusionsOf(resolved, query, known)],
    mentions: [...query.mentions, ...context.mentions],
    text: isScene ? textWithinShare(text, heaviest) : text,
    said: [...query.said, ...context.said],
    ignored: [...query.ignored, ...context.ignored],
    corrected: [...query.corrected, ...context.corrected],
    ...(parts.length === 0 ? {} : { parts }),
    ...(arcs.length === 0 ? {} : { arcs }),
  };
}

function* reading(text: string | null, share: number, known: Vocabulary, role: TextRole): Steps<PassageReading> {
  if (text === null || text.trim() === "") return EMPTY;
  const { passage, constraints, ignored, mentions } = yield* preparingPassage(text, known, role);
  const said = runsOf(passage, known);
  yield;
  const wishes = yield* readingWishes(passage, known);
  yield;
  const weigh = weighing(share);
  return {
    constraints: withoutHitTimes(constraints, wishes.arcs),
    mentions,
    ignored,
    corrected: passage.corrections.map(({ from, to }) => ({ from, to })),
    said: withoutRepeatedHits(said, wishes.arcs).map((run) => ({ ...run, weight: share })),
    wanted: wishes.wanted.map(weigh),
    avoided: wishes.avoided.map((wish) => ({ ...wish })),
    text: wishes.text.map(weigh),
    parts: describeParts(passage),
    arcs: wishes.arcs,
    passage,
  };
}

/** Returns a reading with only these arcs, weighed, and with the wishes for their tags. */
function withArcs(read: PassageReading, arcs: readonly ArcWish[], share: number, known: Vocabulary): PassageReading {
  const { wanted, avoided } = arcWishes(arcs, read, known);
  return {
    ...read,
    wanted: [...read.wanted, ...wanted.map(weighing(share))],
    avoided: [...read.avoided, ...avoided],
    arcs: arcs.map(weighing(share)),
  };
}

function weighing(share: number): <Term extends { readonly weight: number }>(term: Term) => Term {
  return (term) => ({ ...term, weight: term.weight * share });
}

/** Merges wishes for the same concept into one of greater weight. */
export function mergeWishes(wishes: readonly Wish[]): Wish[] {
  const merged = new Map<string, Wish>();
  for (const wish of wishes) {
    const key = `${wish.facet}:${wish.name}`;
    const known = merged.get(key);
    if (known === undefined) merged.set(key, wish);
    else {
      const weight = Math.min(1, Math.max(known.weight, wish.weight) + REPEATED);
      merged.set(key, { ...known, ...saidOf(wish), weight, from: wordsFor(known, wish) });
    }
  }
  return [...merged.values()];
}

/** Returns what holds for a merged wish if it holds for one of its parts. */
function saidOf({ isNamed, isRefusedPlainly }: Wish): Pick<Wish, "isNamed" | "isRefusedPlainly"> {
  return { ...(isNamed && { isNamed }), ...(isRefusedPlainly && { isRefusedPlainly }) };
}

/**
 * Returns the words for two wishes of the same concept. Words of a story that hardly count, and a situation that implies
 * a stated wish, do not explain it.
 */
function wordsFor(one: Wish, other: Wish): readonly string[] {
  const telling = [one, other].filter(({ weight }) => weight >= TELLING_MIN);
  const stated = telling.filter(({ isImplied }) => isImplied !== true);
  const wishes = stated.length > 0 ? stated : telling.length > 0 ? telling : [one, other];
  return [...new Set(wishes.flatMap(({ from }) => from))];
}

/** Whether the query states the same wish at least as clearly, so that the context's wish is dropped. */
function isSame(wish: Wish, stated: Wish): boolean {
  return stated.name === wish.name && stated.weight >= wish.weight;
}

/**
 * Returns a test whether the query clearly wants the contrary of a wish: "something energetic" for a context that says
 * "calm, gentle, slow". It tests against all wishes of the query at once, because a dense brief has a hundred of each.
 */
function contraryTo(wishes: readonly Wish[]): (wish: Wish) => boolean {
  const stated = wishes.filter(({ weight }) => weight >= STATED);
  const names = new Set(stated.map(({ name }) => name));
  const contraries = new Set(stated.flatMap(({ kin }) => kin.filter(isOpposite).map(({ name }) => name)));
  return ({ name, kin }) => contraries.has(name) || kin.some((one) => isOpposite(one) && names.has(one.name));
}

function isOpposite({ weight }: Kin): boolean {
  return weight <= -CONTRARY;
}

/** Returns the wish at low weight and without contraries, because the query asked for those. */
function fainter(wish: Wish): Wish {
  return { ...wish, weight: wish.weight * CONTRARY_SHARE, kin: wish.kin.filter(({ weight }) => weight > 0) };
}

/** Whether the brief avoids the concept at least as clearly as it wants it. */
function outweighed(wish: Wish, avoided: readonly Wish[]): boolean {
  return avoided.some((other) => other.name === wish.name && other.weight >= wish.weight);
}

function overruled(wish: Wish, wanted: readonly Wish[]): boolean {
  return wanted.some((other) => other.name === wish.name && other.weight > wish.weight);
}

function mergeText(terms: readonly TextTerm[]): TextTerm[] {
  const merged = new Map<string, TextTerm>();
  for (const term of terms) {
    const known = merged.get(term.word);
    const heaviest = known !== undefined && Math.abs(known.weight) > Math.abs(term.weight) ? known : term;
    merged.set(term.word, { ...heaviest, weight: Math.max(-1, Math.min(1, heaviest.weight)) });
  }
  return [...merged.values()];
}
