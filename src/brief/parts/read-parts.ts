import { once } from "../../lib/once.ts";
import type { Steps } from "../../lib/steps.ts";
import type { Passage } from "../passage.ts";
import type { Vocabulary } from "../vocabulary.ts";
import type { Part, PartChances, TextParts } from "./part-kind.ts";
import { partChances, readPartModel } from "./part-model.ts";
import { isMusical, segmentFeatures } from "./segment-features.ts";
import { segmentsOf } from "./segments.ts";
import weights from "./weights.txt" with { type: "text" };

/** Shorter texts are directions, whatever they look like. */
const WORDS_MIN = 40;

/** Minimum chance that a list of musical terms is a direction: the share of directions in the training part, 69 of 93. */
const MUSICAL_DIRECTION = 0.74;

const model = once(() => readPartModel(weights));

/**
 * Returns the parts of a text and what each is about. Null for a short text, which is a direction, unless it belongs to
 * a longer one.
 */
export function* readingParts(
  { text, tokens, attitudes }: Pick<Passage, "text" | "tokens" | "attitudes">,
  vocabulary: Vocabulary,
  isOfScene = false,
): Steps<TextParts | null> {
  if (!isLongText({ tokens }) && !isOfScene) return null;
  const segments = segmentsOf(text, tokens);
  const features = yield* segmentFeatures(model().segments.names, text, segments, attitudes, vocabulary);
  const chances = yield* partChances(model(), features);
  const parts: Part[] = [];
  const byToken: Part[] = [];
  for (const [at, segment] of segments.entries()) {
    const read = chances[at] ?? DIRECTION;
    const { start, end } = segment;
    const isLikely = read.direction < MUSICAL_DIRECTION && isMusical(segment, vocabulary);
    const part = { start, end, chances: isLikely ? likelyDirection(read) : read };
    parts.push(part);
    for (const _ of segment.tokens) byToken.push(part);
  }
  const direction = byToken.reduce((sum, part) => sum + part.chances.direction, 0) / Math.max(1, byToken.length);
  return { direction, parts, byToken };
}

/** Whether a text is long enough to have parts. */
export function isLongText({ tokens }: Pick<Passage, "tokens">): boolean {
  return tokens.length >= WORDS_MIN;
}

/** Returns the parts of a text that only tells a scene, such as the description of a picture. */
export function partsOfScene({ text, tokens }: Pick<Passage, "text" | "tokens">): TextParts {
  const parts: Part[] = [];
  const byToken: Part[] = [];
  for (const { start, end, tokens: own } of segmentsOf(text, tokens)) {
    const part = { start, end, chances: SCENE };
    parts.push(part);
    for (const _ of own) byToken.push(part);
  }
  return { direction: 0, parts, byToken };
}

const SCENE = { direction: 0, scene: 1, reference: 0, complaint: 0, logistics: 0 } as const;
const DIRECTION = { direction: 1, scene: 0, reference: 0, complaint: 0, logistics: 0 } as const;

/** Returns the chances with that of a direction raised to at least MUSICAL_DIRECTION, and the others reduced in proportion. */
export function likelyDirection(chances: PartChances): PartChances {
  if (chances.direction >= MUSICAL_DIRECTION) return chances;
  const share = (1 - MUSICAL_DIRECTION) / (1 - chances.direction);
  return {
    direction: MUSICAL_DIRECTION,
    scene: share * chances.scene,
    reference: share * chances.reference,
    complaint: share * chances.complaint,
    logistics: share * chances.logistics,
  };
}
