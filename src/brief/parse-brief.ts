import type { Brief, Constraint, Correction, Kin, Mention, Said, TextTerm, Wish } from "../../schema/brief.ts";
import { mergeConstraints, recogniseConstraints } from "./constraints.ts";
import { correcting } from "./correct-passage.ts";
import { inOneGo, type Steps } from "../lib/steps.ts";
import { readLogistics } from "./logistics.ts";
import { readMentions } from "./mentions.ts";
import { readNegations } from "./negation.ts";
import { type Passage, passageOf } from "./passage.ts";
import { settleWishes } from "./settle-wishes.ts";
import { readStyledNames } from "./styled-names.ts";
import type { Token } from "./tokens.ts";
import { type Vocabulary, vocabulary } from "./vocabulary.ts";
import { isRuledOut, voiceEvidence } from "./voice-evidence.ts";
import { readingWishes } from "./wishes.ts";

export interface BriefInput {
  readonly query: string | null;
  readonly context: string | null;
}

/** The query outweighs the context. */
const CONTEXT_SHARE = 0.5;

/** A wish of the query that was named, and how contrary to it a wish of the context must be to weigh less still. */
const STATED = 0.8;
const CONTRARY = 0.4;
const CONTRARY_SHARE = 0.3;

/** What each further mention adds to a wish. */
const REPEATED = 0.1;

interface Understood {
  readonly wanted: readonly Wish[];
  readonly avoided: readonly Wish[];
  readonly text: readonly TextTerm[];
  readonly constraints: readonly Constraint[];
  readonly mentions: readonly Mention[];
  readonly said: readonly Said[];
  readonly ignored: readonly string[];
  readonly corrected: readonly Correction[];
}

/**
 * Reads a brief: negations first, because everything after depends on them; then constraints, then what the job is
 * about and not the music, then names and wishes, and last the words that are left. Pure: the same words, the same brief.
 */
export function parseBrief(input: BriefInput, known: Vocabulary = vocabulary()): Brief {
  return inOneGo(parsing(input, known));
}

/** The same in steps of a few milliseconds. */
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
  const settled = settleWishes(
    wanted.filter((wish) => !outweighed(wish, avoided)),
    avoided.filter((wish) => !overruled(wish, wanted)),
    known,
  );
  return {
    wanted: settled.wanted,
    avoided: mergeWishes([...settled.avoided, ...voiceEvidence(constraints, wanted)]),
    constraints,
    mentions: [...query.mentions, ...context.mentions],
    text: mergeText([...query.text, ...context.text]),
    said: [...query.said, ...context.said],
    ignored: [...query.ignored, ...context.ignored],
    corrected: [...query.corrected, ...context.corrected],
  };
}

function* reading(text: string | null, share: number, known: Vocabulary): Steps<Understood> {
  if (text === null || text.trim() === "")
    return { wanted: [], avoided: [], text: [], constraints: [], mentions: [], said: [], ignored: [], corrected: [] };
  const asWritten = passageOf(text);
  yield;
  const passage = yield* correcting(asWritten, known);
  yield;
  readNegations(passage);
  const cues = [...passage.claimed];
  yield;
  const constraints = recogniseConstraints(passage);
  yield;
  const promised = passage.claimed.map((claimed, at) => claimed && cues[at] !== true);
  const ignored = readLogistics(passage, known, (from, to) => constraints.length > 0 && hasClaimed(passage, from, to));
  yield;
  const mentions = [...readMentions(passage, known), ...readStyledNames(passage, known)];
  const said = runsOf(passage, cues, promised);
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
  };
}

interface Run {
  readonly words: string[];
  readonly negated: boolean;
}

/**
 * Words between two stops, without names and logistics. The words of promises are among them, because a catalog may
 * have them as a tag; what is negated makes a run of its own, with its negation.
 */
function runsOf(passage: Passage, cues: readonly boolean[], promised: readonly boolean[]): Run[] {
  const runs: Run[] = [];
  let run: Run | null = null;
  let cue: string[] = [];
  passage.tokens.forEach((token, at) => {
    const isCue = cues[at] === true;
    const isLost = passage.claimed[at] === true && !isCue && promised[at] !== true;
    if (isLost || isCue || !isNear(token)) run = null;
    if (isLost || !isNear(token)) cue = [];
    if (isCue) cue.push(token.word);
    if (isLost || isCue) return;
    const negated = (passage.polarity[at] ?? 1) <= 0;
    // Further on in a list of negated words ("no drums, brass or choir") stands no negation that a tag could be said with.
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

function isNear({ gap }: Token): boolean {
  return gap === "space" || gap === "hyphen";
}

function hasClaimed(passage: Passage, from: number, to: number): boolean {
  return passage.claimed.slice(from, to).some(Boolean);
}

/** Wishes for one thing become one, the heavier for it. */
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

/** As clearly stated in the query as in the context: the query is right. */
function isSame(wish: Wish, stated: Wish): boolean {
  return stated.name === wish.name && stated.weight >= wish.weight;
}

/**
 * "Something energetic" for a context that says "calm, gentle, slow": the picture may be, the music is not. Tests a wish
 * of the context against all clear wishes of the query at once, because a dense brief has a hundred of each.
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

/** What is contrary to it speaks against no song: the query asked for that. */
function fainter(wish: Wish): Wish {
  return { ...wish, weight: wish.weight * CONTRARY_SHARE, kin: wish.kin.filter(({ weight }) => weight > 0) };
}

/** Said to be avoided at least as clearly as it is wanted. */
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
