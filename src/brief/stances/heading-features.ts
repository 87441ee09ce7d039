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
  const features = [...said, ...shown].flatMap((one) => [`${kind} ${one}`, `heads ${one}`]);
  return [...new Set([kind, ...features, `heads all ${[...shown].toSorted().join("+")}`])];
}
