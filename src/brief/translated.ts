import type { Translation } from "./foreign-phrases.ts";
import type { Meaning, Vocabulary } from "./vocabulary.ts";

/** Returns what a foreign phrase means. */
export function translated(translation: Translation | undefined, vocabulary: Vocabulary): Meaning | undefined {
  if (translation === undefined) return undefined;
  const meaning = vocabulary.meaning(translation.words, translation.stems);
  return meaning === undefined || translation.strength === 1
    ? meaning
    : { ...meaning, strength: meaning.strength * translation.strength };
}
