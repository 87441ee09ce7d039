import type { Constraint } from "../../../schema/brief.ts";
import type { Passage } from "../passage.ts";
import { PART_KINDS, type PartKind } from "./part-kind.ts";

/** By kind of part: the share of its weight that a phrase there has. */
type Shares = Readonly<Record<PartKind, number>>;

/** Named concepts. A scene names some by chance ("a photograph of a house"); the job names none on purpose. */
const WANTED: Shares = { direction: 1, reference: 0.6, complaint: 0.4, scene: 0.3, logistics: 0.05 };
/** What a situation implies. Most cues of situations are in scenes. */
const CUES: Shares = { direction: 1, reference: 0.6, complaint: 0.3, scene: 0.8, logistics: 0.1 };
/** Words without a meaning of their own. The words of a story rarely are words of a song's title. */
const TEXT: Shares = { direction: 1, reference: 0.6, complaint: 0.3, scene: 0.1, logistics: 0 };
/** Negated concepts. "She had no drums" in a story refuses nothing. */
const REFUSED: Shares = { direction: 1, reference: 1, complaint: 1, scene: 0, logistics: 0 };

const REFUSED_MIN = 0.3;
/** Promises exclude songs, so they need evidence that the words are about music. */
const PROMISED_MIN = 0.35;
/** In stories and mails, most unknown words are names, places and other languages. */
const STORY_MAX = 0.5;

/** Returns the share of its weight that a wanted concept at a token has. */
export function wantedShare(passage: Passage, at: number): number {
  return shareOf(passage, at, WANTED);
}

/** Returns the share of its weight that an avoided concept at a token has; 0 if the part is probably not about music. */
export function refusedShare(passage: Passage, at: number): number {
  const share = shareOf(passage, at, REFUSED);
  return share < REFUSED_MIN ? 0 : share;
}

/** Returns the share of its weight that the cue of a situation at a token has. */
export function cueShare(passage: Passage, at: number): number {
  return shareOf(passage, at, CUES);
}

/** Returns the share of its weight that a text term at a token has. */
export function textShare(passage: Passage, at: number): number {
  return shareOf(passage, at, TEXT);
}

/**
 * Whether a constraint that is stated at a token counts. One on vocals always does, because its words ("instrumental only")
 * are about music wherever they are, and losing it breaks a promise.
 */
export function canPromise(passage: Passage, at: number, kind: Constraint["kind"]): boolean {
  return kind === "vocals" || shareOf(passage, at, REFUSED) >= PROMISED_MIN;
}

/** Whether an unknown word at a token can be a misspelt word about music. */
export function canBeMisspelt({ parts }: Passage, at: number): boolean {
  const chances = parts?.byToken[at]?.chances;
  return chances === undefined || chances.scene + chances.logistics <= STORY_MAX;
}

function shareOf({ parts }: Passage, at: number, shares: Shares): number {
  const chances = parts?.byToken[at]?.chances;
  return chances === undefined ? 1 : PART_KINDS.reduce((sum, kind) => sum + chances[kind] * shares[kind], 0);
}
