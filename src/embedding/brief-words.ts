import type { Brief } from "../../schema/brief.ts";
import { bounded } from "./song-words.ts";

const LENGTH_MAX = 1_500;

/** Weaker wishes, which a scene only suggests, would outweigh the client's words. */
const WISH_MIN = 0.5;
const WISHES_MAX = 12;

/**
 * Returns the wishes of a brief in words: its runs without negations, then the English names of its wishes. It omits
 * everything avoided, because models read "no drums" as drums. Null if no wish can be expressed in words, as in "120 bpm".
 */
export function briefWords({ said, wanted, text }: Brief): string | null {
  const wishes = wanted.filter(({ weight }) => weight >= WISH_MIN).toSorted((a, b) => b.weight - a.weight);
  if (wishes.length === 0 && !text.some(({ weight }) => weight > 0)) return null;
  const runs = said.filter(({ negated, weight }) => !negated && weight > 0).map(({ words }) => words.join(" "));
  const names = wishes.slice(0, WISHES_MAX).map(({ name }) => name);
  return bounded([runs.join(". "), names.join(", ")].filter((line) => line !== "").join("\n"), LENGTH_MAX);
}
