import type { Band } from "../../schema/brief.ts";
import type { Part } from "./take-apart.ts";

/** Shares of the wishes' weight. */
const STRONG = 0.66;
const GOOD = 0.4;

/** How much of the wishes' weight a song meets, 0 to 1. */
export function shareMet(parts: readonly Part[]): number {
  let met = 0;
  let asked = 0;
  for (const { ask, matches } of parts) {
    asked += ask.share;
    met += ask.share * (matches[0]?.term.part ?? 0);
  }
  return asked === 0 ? 0 : met / asked;
}

/** A song that leaves a promise open is never called strong. */
export function bandOf(share: number, doubtful: boolean): Band {
  if (share >= STRONG && !doubtful) return "strong";
  return share >= GOOD ? "good" : "possible";
}
