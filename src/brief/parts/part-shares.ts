import type { Constraint } from "../../../schema/brief.ts";
import type { Passage } from "../passage.ts";
import type { PartKind } from "./part-kind.ts";

/** By kind of part: the share of its weight that a phrase there has. */
type Shares = Readonly<Record<PartKind, number>>;

/** Scenes that name music ("think heist in Naples"). Those of a story are cues of situations. */
const ASKED: Shares = { direction: 0.1, reference: 0.1, complaint: 0, scene: 0, logistics: 0 };
/** Cues of situations. */
const CUES: Shares = { direction: 0.5, reference: 0.3, complaint: 0.2, scene: 1, logistics: 0.1 };
/** Words without a meaning of their own. The words of a story rarely are words of a song's title. */
const TEXT: Shares = { direction: 1, reference: 0.6, complaint: 0.3, scene: 0.1, logistics: 0 };
/** Negated concepts. "She had no drums" in a story refuses nothing. */
const REFUSED: Shares = { direction: 1, reference: 1, complaint: 1, scene: 0, logistics: 0 };

/** Conditions on the music. References and complaints describe other music. */
const STATED: Shares = { direction: 1, reference: 0.3, complaint: 0.3, scene: 0, logistics: 0 };
/** Constraints on vocals. Only the voices of a story are not the music's. */
const VOICED: Shares = { direction: 1, reference: 1, complaint: 1, scene: 0, logistics: 1 };
/** Constraints on rights, which briefs state with the logistics. */
const LICENSED: Shares = { direction: 1, reference: 0.3, complaint: 0.3, scene: 0, logistics: 1 };
/** Kinds of constraints that mostly exclude something, which a complaint does too. */
const PROMISED: Readonly<Partial<Record<Constraint["kind"], Shares>>> = {
  vocals: VOICED,
  clean: REFUSED,
  one_stop: LICENSED,
  pre_cleared: LICENSED,
  ai: LICENSED,
  no_samples: LICENSED,
  not_exclusive: LICENSED,
};

const REFUSED_MIN = 0.3;
/** Promises exclude songs, so they need evidence that the words are about music. */
const PROMISED_MIN = 0.35;
/** What is refused where the chance of a scene is at least this is told: "It never whistled." It promises nothing. */
const TOLD_MIN = 0.6;
/** In stories and mails, most unknown words are names, places and other languages. */
const STORY_MAX = 0.5;

/** Returns the share of its weight that a phrase which only names a scene has, at a token. */
export function askedShare(passage: Passage, at: number): number {
  return shareOf(passage, at, ASKED);
}

/** Returns the share of its weight that an avoided concept at a token has; 0 if the part is probably not about music. */
export function refusedShare(passage: Passage, at: number): number {
  const share = shareOf(passage, at, REFUSED);
  return share < REFUSED_MIN ? 0 : share;
}

/** Whether a token is in a story or its dialogue. What is refused there excludes nothing. */
export function isTold({ parts }: Passage, at: number): boolean {
  return (parts?.byToken[at]?.chances.scene ?? 0) >= TOLD_MIN;
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
 * Whether a constraint that is stated at a token counts. One on vocals counts in logistics too, because its words
 * ("instrumental only") are about music, and losing it breaks a promise.
 */
export function canPromise(passage: Passage, at: number, kind: Constraint["kind"]): boolean {
  return shareOf(passage, at, PROMISED[kind] ?? STATED) >= PROMISED_MIN;
}

/** Whether an unknown word at a token can be a misspelt word about music. */
export function canBeMisspelt({ parts }: Passage, at: number): boolean {
  const chances = parts?.byToken[at]?.chances;
  return chances === undefined || chances.scene + chances.logistics <= STORY_MAX;
}

function shareOf({ parts }: Passage, at: number, shares: Shares): number {
  const chances = parts?.byToken[at]?.chances;
  if (chances === undefined) return 1;
  // Written out, because it is called for every word of a text.
  return (
    chances.direction * shares.direction +
    chances.scene * shares.scene +
    chances.reference * shares.reference +
    chances.complaint * shares.complaint +
    chances.logistics * shares.logistics
  );
}
