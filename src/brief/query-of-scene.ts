import { isFunctionWord } from "../text/function-words.ts";
import type { Steps } from "../lib/steps.ts";
import { recogniseConstraints } from "./constraints.ts";
import { readDeliveredLengths } from "./delivered-lengths.ts";
import { claimEverydaySenses } from "./everyday-senses.ts";
import { readNegations } from "./negation.ts";
import { LEADING } from "./negation/scope.ts";
import { isMusicalQuery, longestTerm } from "./parts/musical-query.ts";
import type { Part, TextParts } from "./parts/part-kind.ts";
import { isLongText, likelyDirection, readingParts } from "./parts/read-parts.ts";
import { isClaimed, type Passage } from "./passage.ts";
import type { Vocabulary } from "./vocabulary.ts";

/**
 * Returns the parts of the query of a scene, or null if it is a direction: it consists of musical terms and constraints.
 * In any other query, the segments that state a constraint are probably directions. A query with other words can be
 * about a film ("episode 3, 45 minutes"), so its constraints need the cues that those of a long text need.
 */
export function* partsOfQuery(passage: Passage, vocabulary: Vocabulary): Steps<TextParts | null> {
  if (isLongText(passage)) return yield* readingParts(passage, vocabulary);
  if (isMusicalQuery(passage, vocabulary)) return null;
  const asDirection = withConstraints(passage, null);
  yield;
  const isConstrained = asDirection !== null;
  if (isConstrained && isOnlyMusic(asDirection, vocabulary)) return null;
  const parts = yield* readingParts(passage, vocabulary, true);
  if (!isConstrained || parts === null) return parts;
  return withLikelyDirections(passage, parts);
}

/** Returns a copy of the passage whose constraints are read, or null if it has none. */
function withConstraints(passage: Passage, parts: TextParts | null): Passage | null {
  const copy = { ...passage, parts, claimed: [...passage.claimed], polarity: [...passage.polarity] };
  readNegations(copy);
  claimEverydaySenses(copy);
  readDeliveredLengths(copy);
  return recogniseConstraints(copy).length > 0 ? copy : null;
}

/** Whether all words are musical terms, grammar, or words of wishes and constraints. */
function isOnlyMusic(passage: Passage, vocabulary: Vocabulary): boolean {
  const { tokens, languages, attitudes } = passage;
  const isAsking = new Set<number>();
  for (const { attitude, from, to } of attitudes)
    if (attitude !== "story" && attitude !== "former") for (let at = from; at < to; at++) isAsking.add(at);
  for (let at = 0; at < tokens.length;) {
    const term = isClaimed(passage, at) ? null : longestTerm(passage, at, vocabulary);
    const word = tokens[at]?.word ?? "";
    const isKnown = isClaimed(passage, at) || isAsking.has(at) || LEADING.has(word) || isFunctionWord(word, languages);
    if (term === null && !isKnown) return false;
    at = term?.to ?? at + 1;
  }
  return true;
}

/** Raises the chance of a direction in the segments whose words state a constraint. */
function withLikelyDirections(passage: Passage, read: TextParts): TextParts {
  const raised = new Map(read.parts.map((part) => [part, { ...part, chances: likelyDirection(part.chances) }]));
  const byToken = read.byToken.map((part) => raised.get(part) ?? part);
  const constrained = withConstraints(passage, { direction: 1, parts: [...raised.values()], byToken });
  const stating = new Set<Part>();
  constrained?.claimed.forEach((step, at) => {
    const part = read.byToken[at];
    if (step === "constraint" && part !== undefined) stating.add(part);
  });
  const chosen = (part: Part): Part => (stating.has(part) ? (raised.get(part) ?? part) : part);
  const tokens = read.byToken.map(chosen);
  const direction = tokens.reduce((sum, part) => sum + part.chances.direction, 0) / Math.max(1, tokens.length);
  return { direction, parts: read.parts.map(chosen), byToken: tokens };
}
