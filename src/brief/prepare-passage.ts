import type { Constraint, Mention } from "../../schema/brief.ts";
import type { Steps } from "../lib/steps.ts";
import { recogniseConstraints } from "./constraints.ts";
import { correcting } from "./correct-passage.ts";
import { readDeliveredLengths } from "./delivered-lengths.ts";
import { claimCompounds } from "./compound-words.ts";
import { claimEverydaySenses } from "./everyday-senses.ts";
import { readLogistics } from "./logistics.ts";
import { readMentions } from "./mentions.ts";
import { readNegations } from "./negation.ts";
import { partsOfScene, readingParts } from "./parts/read-parts.ts";
import { type Passage, passageOf } from "./passage.ts";
import { partsOfQuery } from "./query-of-scene.ts";
import { readStyledNames } from "./styled-names.ts";
import { claimTitles } from "./titles.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** A passage after all steps that come before its wishes. */
export interface PreparedPassage {
  readonly passage: Passage;
  readonly constraints: readonly Constraint[];
  /** Passages about the job, in the client's words. */
  readonly ignored: readonly string[];
  readonly mentions: readonly Mention[];
}

/**
 * What a text is. A `brief` has parts only if it is long. The `query of a scene` has parts although it is short: it can
 * be a title or a line about the job, unless it consists of musical terms and constraints. A `scene` only tells a scene, however short.
 */
export type TextRole = "brief" | "query of a scene" | "scene";

/**
 * Reads everything but the wishes of a text. Negations come first, because all other steps depend on them, then
 * constraints, passages about the job, and names.
 */
export function* preparingPassage(text: string, known: Vocabulary, role: TextRole = "brief"): Steps<PreparedPassage> {
  const asWritten = passageOf(text);
  yield;
  const uncorrected = yield* withParts(asWritten, known, role);
  yield;
  const corrected = yield* correcting(uncorrected, known);
  yield;
  const passage = corrected.corrections.length === 0 ? corrected : yield* withParts(corrected, known, role);
  yield;
  readNegations(passage);
  yield;
  claimEverydaySenses(passage);
  claimCompounds(passage);
  const lengths = readDeliveredLengths(passage);
  const constraints = recogniseConstraints(passage);
  yield;
  const job = readLogistics(passage, known, (from, to) => passage.claimed.slice(from, to).includes("constraint"));
  const ignored = [...job, ...lengths.filter((one) => !job.some((other) => other.includes(one)))];
  yield;
  const mentions = [...readMentions(passage, known), ...readStyledNames(passage, known)];
  if (passage.parts !== null) claimTitles(passage);
  return { passage, constraints, ignored, mentions };
}

function* withParts(passage: Passage, known: Vocabulary, role: TextRole): Steps<Passage> {
  if (role === "scene") return { ...passage, parts: partsOfScene(passage) };
  if (role === "query of a scene") return { ...passage, parts: yield* partsOfQuery(passage, known) };
  return { ...passage, parts: yield* readingParts(passage, known) };
}
