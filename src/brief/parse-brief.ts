import type { Brief, Constraint, Mention, Said, TextTerm, Wish } from "../../schema/brief.ts";
import { mergeConstraints, recogniseConstraints } from "./constraints.ts";
import { readLogistics } from "./logistics.ts";
import { readMentions } from "./mentions.ts";
import { readNegations } from "./negation.ts";
import { type Passage, passageOf } from "./passage.ts";
import { vocabulary } from "./vocabulary.ts";
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
  const negating = [...passage.claimed];
  const constraints = recogniseConstraints(passage);
  const isConstraint = passage.claimed.map((claimed, at) => claimed && negating[at] !== true);
  const ignored = readLogistics(passage, (from, to) => isConstraint.slice(from, to).some(Boolean));
  const mentions = readMentions(passage, vocabulary());
  const said = runsOf(passage);
  const wishes = readWishes(passage, vocabulary());
  const weigh = <Term extends { readonly weight: number }>(term: Term): Term => ({
    ...term,
    weight: term.weight * share,
  });
  return {
    constraints,
    mentions,
    ignored,
    said: said.map((words) => ({ words, weight: share })),
    wanted: wishes.wanted.map(weigh),
    avoided: wishes.avoided.map((wish) => ({ ...wish })),
    text: wishes.text.map(weigh),
  };
}

/** Words between two stops, without those that were negated or understood as a constraint or as none of the music. */
function runsOf(passage: Passage): string[][] {
  const runs: string[][] = [];
  let run: string[] = [];
  passage.tokens.forEach((token, at) => {
    const counts = passage.claimed[at] !== true && (passage.polarity[at] ?? 1) > 0;
    if (!counts || (token.gap !== "space" && token.gap !== "hyphen")) {
      if (run.length > 1) runs.push(run);
      run = [];
    }
    if (counts) run.push(token.word);
  });
  if (run.length > 1) runs.push(run);
  return runs;
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
