/**
 * What a part of a text is about: how the music shall be, the story or product that it is for, a model ("like the opening
 * of …"), earlier suggestions, or the job (dates, versions, greetings).
 */
export const PART_KINDS = ["direction", "scene", "reference", "complaint", "logistics"] as const;
export type PartKind = (typeof PART_KINDS)[number];

/** The probability of each kind, from 0 to 1. The sum is 1. */
export type PartChances = Readonly<Record<PartKind, number>>;

/** A stretch of text between two offsets, and what it is probably about. */
export interface Part {
  readonly start: number;
  readonly end: number;
  readonly chances: PartChances;
}

/** The parts of a long text in order, and by token the part that contains it. */
export interface TextParts {
  /** Share of the words that are direction, 0 to 1. */
  readonly direction: number;
  readonly parts: readonly Part[];
  readonly byToken: readonly Part[];
}

/** Returns the kind of the highest probability. */
export function likeliestKind(chances: PartChances): PartKind {
  return PART_KINDS.reduce((best, kind) => (chances[kind] > chances[best] ? kind : best));
}
