import type {
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
import { mergeConstraints, recogniseConstraints } from "./constraints.ts";
import { correcting } from "./correct-passage.ts";
import { exclusionsOf } from "./exclusions.ts";
import { runSteps, type Steps } from "../lib/steps.ts";
import { readLogistics } from "./logistics.ts";
import { readMentions } from "./mentions.ts";
import { readNegations } from "./negation.ts";
import { describeParts } from "./parts/describe-parts.ts";
import { readingParts } from "./parts/read-parts.ts";
import { type Passage, passageOf } from "./passage.ts";
import { resolveConflicts } from "./resolve-conflicts.ts";
import { readStyledNames } from "./styled-names.ts";
import { isNear } from "../text/tokens.ts";
import { type Vocabulary, vocabulary } from "./vocabulary.ts";
import { isRuledOut, voiceEvidence } from "./voice-evidence.ts";
import { readingWishes } from "./wishes.ts";

export interface BriefInput {
  readonly query: string | null;
  readonly context: string | null;
}

/** A wish of the context has this share of its weight. */
const CONTEXT_SHARE = 0.5;

/** A clear wish of the query, a contrary near enough to it, and the share that a contrary wish of the context keeps. */
const STATED = 0.8;
const CONTRARY = 0.4;
const CONTRARY_SHARE = 0.3;

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
};

/**
 * Reads a brief. Negations come first, because all other steps depend on them, then constraints, passages about the
 * job, names and wishes. The words that are left become text terms. Pure: the same words give the same brief.
 */
export function parseBrief(input: BriefInput, known: Vocabulary = vocabulary()): Brief {
  return runSteps(parsing(input, known));
}

/** `parseBrief` in steps of a few milliseconds. */
export function* parsing(input: BriefInput, known: Vocabulary): Steps<Brief> {
  const query = yield* reading(input.query, 1, known);
  const context = yield* reading(input.context, CONTEXT_SHARE, known);
  const constraints = mergeConstraints(query.constraints, context.constraints);
  const avoided = mergeWishes([
    ...query.avoided,
    ...context.avoided.filter((wish) => query.wanted.every((other) => !isSame(wish, other))),
  ]);
  const isContrary = contraryTo(query.wanted);
  const wanted = mergeWishes([
    ...query.wanted,
    ...context.wanted.map((wish) => (isContrary(wish) ? fainter(wish) : wish)),
  ]).filter((wish) => !isRuledOut(wish, constraints));
  yield;
  const parts = [...query.parts, ...context.parts];
  const resolved = resolveConflicts(
    wanted.filter((wish) => !outweighed(wish, avoided)),
    avoided.filter((wish) => !overruled(wish, wanted)),
    known,
  );
  return {
    wanted: resolved.wanted,
    avoided: mergeWishes([...resolved.avoided, ...voiceEvidence(constraints, wanted)]),
    constraints: [...constraints, ...exclusionsOf(resolved, [input.query, input.context], known)],
    mentions: [...query.mentions, ...context.mentions],
    text: mergeText([...query.text, ...context.text]),
    said: [...query.said, ...context.said],
    ignored: [...query.ignored, ...context.ignored],
    corrected: [...query.corrected, ...context.corrected],
    ...(parts.length === 0 ? {} : { parts }),
  };
}

function* reading(text: string | null, share: number, known: Vocabulary): Steps<PassageReading> {
  if (text === null || text.trim() === "") return EMPTY;
  const asWritten = passageOf(text);
  yield;
  const uncorrected = yield* withParts(asWritten, known);
  yield;
  const corrected = yield* correcting(uncorrected, known);
  yield;
  const passage = corrected.corrections.length === 0 ? corrected : yield* withParts(corrected, known);
  yield;
  readNegations(passage);
  yield;
  const constraints = recogniseConstraints(passage);
  yield;
  const ignored = readLogistics(passage, known, (from, to) => constraints.length > 0 && hasClaimed(passage, from, to));
  yield;
  const mentions = [...readMentions(passage, known), ...readStyledNames(passage, known)];
  const said = runsOf(passage);
  yield;
  const wishes = yield* readingWishes(passage, known);
  yield;
  const weigh = <Term extends { readonly weight: number }>(term: Term): Term => ({
    ...term,
    weight: term.weight * share,
  });
  return {
    constraints,
    mentions,
    ignored,
    corrected: passage.corrections.map(({ from, to }) => ({ from, to })),
    said: said.map((run) => ({ ...run, weight: share })),
    wanted: wishes.wanted.map(weigh),
    avoided: wishes.avoided.map((wish) => ({ ...wish })),
    text: wishes.text.map(weigh),
    parts: describeParts(passage),
  };
}

function* withParts(passage: Passage, known: Vocabulary): Steps<Passage> {
  return { ...passage, parts: yield* readingParts(passage.text, passage.tokens, known) };
}

interface Run {
  readonly words: string[];
  readonly negated: boolean;
}

/**
 * Returns the runs of words with nothing but spaces and hyphens between them. Names and passages about the job (budget,
 * deadline) are left out. The words of constraints stay, because a catalog may have them as a tag. Negated words form a
 * run with their negation.
 */
function runsOf(passage: Passage): Run[] {
  const runs: Run[] = [];
  let run: Run | null = null;
  let cue: string[] = [];
  passage.tokens.forEach((token, at) => {
    const step = passage.claimed[at] ?? null;
    const isCue = step === "negation";
    const isLost = step === "logistics" || step === "name";
    if (isLost || isCue || !isNear(token)) run = null;
    if (isLost || !isNear(token)) cue = [];
    if (isCue) cue.push(token.word);
    if (isLost || isCue) return;
    const negated = (passage.polarity[at] ?? 1) <= 0;
    // A later word in a negated list ("no drums, brass or choir") has no negation right before it, so no tag can be
    // made of it.
    if (negated && cue.length === 0 && run?.negated !== true) {
      run = null;
      return;
    }
    if (run === null || run.negated !== negated) {
      run = { words: negated ? [...cue] : [], negated };
      runs.push(run);
    }
    cue = [];
    run.words.push(token.word);
  });
  return runs;
}

function hasClaimed(passage: Passage, from: number, to: number): boolean {
  return passage.claimed.slice(from, to).some((step) => step !== null);
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
      merged.set(key, { ...known, weight, from: [...new Set([...known.from, ...wish.from])] });
    }
  }
  return [...merged.values()];
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
