import type { Passage } from "../passage.ts";
import type { Heading } from "./headings.ts";
import type { Sentences } from "./sentences.ts";
import { wordKey } from "./word-key.ts";

/** Returns the words of a heading and what they show: "Not wanted", "What we have closed the door on". */
export function headingFeatures(
  { tokens, attitudes }: Passage,
  { kind, from, to }: Heading,
  { cues }: Sentences,
): readonly string[] {
  const isInside = (words: { readonly from: number }): boolean => words.from >= from && words.from < to;
  const shown = new Set([
    ...attitudes.filter(isInside).map(({ attitude }) => attitude),
    ...cues.filter(isInside).map((cue) => `cue ${cue.kind}`),
  ]);
  const said = tokens.slice(from, to).map(({ word }) => wordKey(word));
  const own = [kind, ...[...said, ...shown].map((one) => `${kind} ${one}`)];
  // A label earlier on the line rarely counts for this sentence, so it shares nothing with the other kinds.
  if (kind === "line") return [...new Set(own)];
  const heads = [...said, ...shown].map((one) => `heads ${one}`);
  return [...new Set([...own, ...heads, `heads all ${[...shown].toSorted().join("+")}`])];
}
