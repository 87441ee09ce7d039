import { stemmer as french } from "@orama/stemmers/french";
import { stemmer as german } from "@orama/stemmers/german";
import { stemmer as italian } from "@orama/stemmers/italian";
import { stemmer as portuguese } from "@orama/stemmers/portuguese";
import { stemmer as spanish } from "@orama/stemmers/spanish";
import { memoize } from "../lib/memoize.ts";
import { once } from "../lib/once.ts";
import type { Foreign } from "./language-set.ts";
import { fold } from "./words.ts";

const STEMMERS: Readonly<Record<Foreign, (word: string) => string>> = {
  es: spanish,
  fr: french,
  de: german,
  it: italian,
  pt: portuguese,
};

/** Shorter stems collide by chance: "sol" and "sola" are unrelated. */
const STEM_MIN = 4;

/** Returns the folded Snowball stem of a word. The word is in lower case, with or without its accents. */
export function foreignStem(language: Foreign, word: string): string {
  return knownStems()[language](word);
}

/** Cached, because a text in one language needs the stems of all its words, and these stemmers are slow. */
const knownStems = once((): Readonly<Record<Foreign, (word: string) => string>> => ({
  es: memoize((word: string) => stemOf("es", word)),
  fr: memoize((word: string) => stemOf("fr", word)),
  de: memoize((word: string) => stemOf("de", word)),
  it: memoize((word: string) => stemOf("it", word)),
  pt: memoize((word: string) => stemOf("pt", word)),
}));

function stemOf(language: Foreign, word: string): string {
  const folded = fold(word);
  if (folded.length <= STEM_MIN) return folded;
  const stem = fold(STEMMERS[language](word));
  return stem.length < STEM_MIN - 1 ? folded : stem;
}
