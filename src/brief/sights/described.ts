import type { Kin } from "../../../schema/brief.ts";
import type { Facet } from "../../../schema/song.ts";
import type { Description } from "../../../schema/wire/analysis.ts";
import { isFunctionWord } from "../../text/function-words.ts";
import { stemKey, wordKey } from "../../text/keys.ts";
import { words } from "../../text/words.ts";
import type { Meaning, Vocabulary } from "../vocabulary.ts";
import type { DetectedSight } from "./detect-sights.ts";
import { isValueWord } from "./values.ts";

/** A vision model is more reliable than a learned head and less reliable than a measurement. */
const STRENGTH = 0.8;

/** As much as a place or a time of day. */
const INFORMATIVENESS = 1.8;

/** More words are a sentence, and a sentence is text in the picture or chatter of the model. */
const WORDS_MAX = 4;
const ENTRIES_MAX = 40;
const NAME_LENGTH_MAX = 60;

/**
 * Facets that a picture can show: moods and instruments. A model reads genres and tempos off a sign or invents them, and
 * text in a picture must not choose its music.
 */
const BELIEVED: ReadonlySet<Facet> = new Set<Facet>(["mood", "instrument"]);

/** Returns the sights that a vision model describes. Its words are read only through the vocabulary of briefs. */
export function describedSights(description: Description | undefined, vocabulary: Vocabulary): DetectedSight[] {
  return (description?.words ?? [])
    .slice(0, ENTRIES_MAX)
    .filter((entry) => entry.length <= NAME_LENGTH_MAX && /^[\p{L}\p{M}'’ -]+$/u.test(entry))
    .map(words)
    .filter((entry) => entry.length > 0 && entry.length <= WORDS_MAX && !/^(no|not|without)$/.test(entry[0] ?? ""))
    .flatMap((entry) => readEntry(entry, vocabulary));
}

/** Returns the longest phrases with a meaning, from left to right. */
function readEntry(entry: readonly string[], vocabulary: Vocabulary): DetectedSight[] {
  const seen: DetectedSight[] = [];
  let at = 0;
  while (at < entry.length) {
    let to = entry.length;
    while (to > at && meaningOf(entry.slice(at, to), vocabulary) === null) to--;
    const meaning = to > at ? meaningOf(entry.slice(at, to), vocabulary) : null;
    if (meaning !== null) seen.push(seenAs(entry.slice(at, to).join(" "), meaning));
    at = Math.max(to, at + 1);
  }
  return seen;
}

/** Returns null for function words, and for words that the files of sights define themselves. */
function meaningOf(part: readonly string[], vocabulary: Vocabulary): Meaning | null {
  const phrase = part.join(" ");
  if (part.length === 1 && (isFunctionWord(phrase) || isValueWord(phrase))) return null;
  return vocabulary.meaning(wordKey(phrase), stemKey(phrase)) ?? null;
}

function seenAs(name: string, { concepts, scene, strength }: Meaning): DetectedSight {
  const direct = concepts
    .filter(({ facet }) => BELIEVED.has(facet))
    .map((one): Kin => ({ name: one.name, weight: strength }));
  const wants = [...direct, ...(scene?.wants ?? [])];
  const sight = {
    name,
    isForm: false,
    isUndertone: false,
    when: [],
    wants,
    against: scene?.against ?? [],
    tempo: null,
    energy: null,
  };
  return { sight, strength: STRENGTH, rejection: STRENGTH, certainty: 1, name, informativeness: INFORMATIVENESS };
}
