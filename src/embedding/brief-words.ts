import type { Brief } from "../../schema/brief.ts";
import { bounded } from "./song-words.ts";

const LENGTH_MAX = 1_500;

/** What a scene merely hints at would drown what was said. */
const WISH_MIN = 0.5;
const WISHES_MAX = 12;

/**
 * What a brief wants, in words: the runs without a negation as they were said, then the names of its wishes, which are
 * English whatever the language. A model would take "no drums" for drums, so what is avoided is left to other rules.
 * Null where nothing is wanted that words could tell, for example of "120 bpm".
 */
export function briefWords({ said, wanted, text }: Brief): string | null {
  const wishes = wanted.filter(({ weight }) => weight >= WISH_MIN).toSorted((a, b) => b.weight - a.weight);
  if (wishes.length === 0 && !text.some(({ weight }) => weight > 0)) return null;
  const runs = said.filter(({ negated, weight }) => !negated && weight > 0).map(({ words }) => words.join(" "));
  const names = wishes.slice(0, WISHES_MAX).map(({ name }) => name);
  return bounded([runs.join(". "), names.join(", ")].filter((line) => line !== "").join("\n"), LENGTH_MAX);
}
