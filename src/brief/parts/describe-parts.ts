import type { DescribedPart } from "../../../schema/brief.ts";
import { clientWords, type Passage } from "../passage.ts";
import { likeliestKind } from "./part-kind.ts";

/** Returns the parts of a long text in order, with neighbouring parts of one kind joined. Empty for a short text. */
export function describeParts(passage: Passage): readonly DescribedPart[] {
  const joined: { kind: string; start: number; end: number }[] = [];
  for (const { start, end, chances } of passage.parts?.parts ?? []) {
    const kind = likeliestKind(chances);
    const last = joined.at(-1);
    if (last?.kind === kind) last.end = end;
    else joined.push({ kind, start, end });
  }
  return joined.map(({ kind, start, end }) => ({ kind, text: clientWords(passage, start, end).trim() }));
}
