/**
 * What a text says of a musical phrase. Wanted: the song shall have it. Refused: it shall not. Reduced: "less", "not too".
 * Allowed: it may, but the client does not ask for it. Everyday: not about music ("a photograph of a house").
 */
export const STANCES = ["wanted", "refused", "reduced", "allowed", "everyday"] as const;
export type Stance = (typeof STANCES)[number];

/** The probability of each stance, from 0 to 1. The sum is 1. */
export type StanceChances = Readonly<Record<Stance, number>>;

/** Returns the stance of the highest probability. */
export function likeliestStance(chances: StanceChances): Stance {
  return STANCES.reduce((best, stance) => (chances[stance] > chances[best] ? stance : best));
}
