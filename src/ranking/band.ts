import type { Band } from "../../schema/brief.ts";
import type { Part } from "./take-apart.ts";

/** Shares of the wishes' weight. */
const STRONG = 0.66;
const GOOD = 0.4;

/**
 * How much of what was asked a song meets, 0 to 1, matter by matter: a word of the client's that led to several wishes
 * ("neon streets": synthwave, dark, cool, …) is met whole by as much as its foremost wish weighs.
 */
export function shareMet(parts: readonly Part[]): number {
  const matters = new Map<string, { weight: number; met: number }>();
  for (const { ask, matches } of parts) {
    const { said } = ask.sought;
    const matter = matters.get(said) ?? { weight: 0, met: 0 };
    matter.weight = Math.max(matter.weight, ask.share);
    matter.met += ask.share * (matches[0]?.term.part ?? 0);
    matters.set(said, matter);
  }
  let met = 0;
  let asked = 0;
  for (const matter of matters.values()) {
    asked += matter.weight;
    met += Math.min(matter.weight, matter.met);
  }
  return asked === 0 ? 0 : met / asked;
}

/** A song that leaves a promise open is never called strong. */
export function bandOf(share: number, doubtful: boolean): Band {
  if (share >= STRONG && !doubtful) return "strong";
  return share >= GOOD ? "good" : "possible";
}
