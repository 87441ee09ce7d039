import type { Brief, Constraint, Mention, Said, TextTerm, Wish } from "../../schema/brief.ts";
import { mergeConstraints, recogniseConstraints } from "./constraints.ts";
import { readLogistics } from "./logistics.ts";
import { readMentions } from "./mentions.ts";
import { readNegations } from "./negation.ts";
import { type Passage, passageOf } from "./passage.ts";
import { vocabulary } from "./vocabulary.ts";
import type { Token } from "./tokens.ts";
import { isRuledOut, voiceEvidence } from "./voice-evidence.ts";
import { readWishes } from "./wishes.ts";

export interface BriefInput {
  readonly query: string | null;
  readonly context: string | null;
}

/** The query outweighs the context. */
const CONTEXT_SHARE = 0.5;

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
}

/**
 * Reads a brief: negations first, because everything after depends on them; then constraints, then what the job is
 * about and not the music, then names and wishes, and last the words that are left. Pure: the same words, the same brief.
 */
export function parseBrief(input: BriefInput): Brief {
  const query = read(input.query, 1);
  const context = read(input.context, CONTEXT_SHARE);
  const constraints = mergeConstraints(query.constraints, context.constraints);
  const avoided = mergeWishes([...query.avoided, ...context.avoided]);
  const wanted = mergeWishes([...query.wanted, ...context.wanted]).filter((wish) => !isRuledOut(wish, constraints));
  const clear = avoided.filter((wish) => !overruled(wish, wanted));
  return {
    wanted: wanted.filter((wish) => !outweighed(wish, avoided)),
    avoided: mergeWishes([...clear, ...voiceEvidence(constraints, wanted)]),
    constraints,
    mentions: [...query.mentions, ...context.mentions],
    text: mergeText([...query.text, ...context.text]),
    said: [...query.said, ...context.said],
    ignored: [...query.ignored, ...context.ignored],
  };
}

function read(text: string | null, share: number): Understood {
  if (text === null || text.trim() === "")
    return { wanted: [], avoided: [], text: [], constraints: [], mentions: [], said: [], ignored: [] };
  const passage = passageOf(text);
  readNegations(passage);
  const cues = [...passage.claimed];
  const constraints = recogniseConstraints(passage);
  const promised = passage.claimed.map((claimed, at) => claimed && cues[at] !== true);
  const ignored = readLogistics(passage, (from, to) => constraints.length > 0 && hasClaimed(passage, from, to));
  const mentions = readMentions(passage, vocabulary());
  const said = runsOf(passage, cues, promised);
  const wishes = readWishes(passage, vocabulary());
  const weigh = <Term extends { readonly weight: number }>(term: Term): Term => ({
    ...term,
    weight: term.weight * share,
  });
  return {
    constraints,
    mentions,
    ignored,
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

function mergeWishes(wishes: readonly Wish[]): Wish[] {
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

/** Said to be avoided at least as clearly as it is wanted. */
function outweighed(wish: Wish, avoided: readonly Wish[]): boolean {
  return avoided.some((other) => other.name === wish.name && other.weight >= wish.weight);
}

function overruled(wish: Wish, wanted: readonly Wish[]): boolean {
  return wanted.some((other) => other.name === wish.name && other.weight > wish.weight);
}

function mergeText(terms: readonly TextTerm[]): TextTerm[] {
  const merged = new Map<string, number>();
  for (const { word, weight } of terms) {
    const known = merged.get(word);
    if (known === undefined) merged.set(word, weight);
    else merged.set(word, Math.max(-1, Math.min(1, Math.abs(known) > Math.abs(weight) ? known : weight)));
  }
  return [...merged].map(([word, weight]) => ({ word, weight }));
}
