import type { Passage } from "./passage.ts";
import type { ReadPhrase } from "./refusals.ts";
import type { FoundPhrase } from "./stances/find-phrases.ts";
import type { StanceChances } from "./stances/stance.ts";

/**
 * Drops the refusals of a concept that a long text rather wants, unless the negation rules see them: each phrase is read by
 * chances, and a doubtful refusal of what the text plainly wants elsewhere is likelier a mistake. `found` has all phrases,
 * with their `chances`.
 */
export function withoutOutvoted(
  { parts, polarity: rules }: Passage,
  phrases: readonly ReadPhrase[],
  found: readonly FoundPhrase[],
  chances: readonly StanceChances[],
): readonly ReadPhrase[] {
  if (parts === null) return phrases;
  const votes = new Map<string, number>();
  for (const [number, { meaning }] of found.entries()) {
    const { wanted = 0, refused = 0 } = chances[number] ?? {};
    for (const { name } of meaning.concepts) votes.set(name, (votes.get(name) ?? 0) + wanted - refused);
  }
  return phrases.filter(
    ({ at, meaning: { concepts }, polarity }) =>
      polarity > -1 || rules[at] !== 1 || concepts.every(({ name }) => (votes.get(name) ?? 0) <= 0),
  );
}
