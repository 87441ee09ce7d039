import { addOnce, type TextFeature, joinWords } from "../features/feature-names.ts";
import type { Heading } from "./headings.ts";
import type { NumberedPassage } from "./numbered-passage.ts";
import type { Sentences } from "./sentences.ts";
import { wordsBetween } from "./word-places.ts";

/** Returns the words of a heading and what they show: "Not wanted", "What we have closed the door on". */
export function headingFeatures(
  { passage, names, keyAt }: NumberedPassage,
  { kind, from, to }: Heading,
  { cues }: Sentences,
): readonly TextFeature[] {
  const shown = new Set([
    ...wordsBetween(passage.attitudes, from, to).map(({ attitude }) => attitude),
    ...wordsBetween(cues, from, to).map((cue) => `cue ${cue.kind}`),
  ]);
  const said = Array.from({ length: to - from }, (_, place) => keyAt(from + place));
  const all = [...said, ...[...shown].map((one) => names.of(one))];
  const own = names.of(kind);
  const features = [own];
  for (const one of all) addOnce(features, 1, names.join(own, one));
  // A label earlier on the line rarely counts for this sentence, so it shares nothing with the other kinds.
  if (kind === "line") return features;
  const start = features.length;
  for (const one of all) addOnce(features, start, names.join(names.of("heads"), one));
  features.push(joinWords(names, names.of("heads all"), [...shown].toSorted().join("+")));
  return features;
}
