import { isTold } from "./parts/part-shares.ts";
import { claim, isAllClaimed, type Passage, tokensWithin, written } from "./passage.ts";
import type { Concept, Vocabulary } from "./vocabulary.ts";

/** The kind of voice that a brief prefers, with its words. */
export interface HedgedVoice {
  readonly concept: Concept;
  readonly from: readonly string[];
}

const VOICE = "vocals?|voices?|singers?|gesang|stimme|voix|chant|voz|voces|voce|voci|vozes|vocal|vocais|canto|cantante";
const HEDGES =
  "if possible|ideally|preferably|wenn möglich|möglichst|gerne?|am liebsten|bevorzugt|idealerweise|si possible|de préférence|" +
  "plutôt|idéalement|a ser posible|si es posible|si se puede|preferiblemente|preferentemente|mejor|se possibile|" +
  "possibilmente|preferibilmente|meglio|magari|se possível|se for possível|de preferência|preferencialmente|idealmente";
const FEMALE =
  "female|a woman|weiblich(?:e[rs]?)?|féminine?s?|de femme|femenin[ao]s?|de mujer|femminil[ei]|di donna|feminin[ao]s?|de mulher";
const MALE =
  "male|a man|männlich(?:e[rs]?)?|masculine?s?|d'homme|masculin[ao]s?|de hombre|maschil[ei]|d'uomo|di uomo|de homem";

const HEDGED = new RegExp(
  `(?<!\\p{L})(?:${VOICE})(?:,| \\(| [–—-])? ?((?:${HEDGES}),? (?:(${FEMALE})|${MALE}))(?!\\p{L})`,
  "gu",
);

/** Reads "voz, a ser posible femenina", whose adjective is not next to its noun. Claims the words after the noun. */
export function readHedgedVoices(passage: Passage, vocabulary: Vocabulary): HedgedVoice[] {
  const found: HedgedVoice[] = [];
  for (const match of passage.lower.matchAll(HEDGED)) {
    const end = match.index + match[0].length;
    const [from, to] = tokensWithin(passage, end - (match[1] ?? "").length, end);
    const concept = vocabulary.concept(match[2] === undefined ? "male vocals" : "female vocals");
    const isRefused = (passage.polarity[to - 1] ?? 1) <= 0 || isTold(passage, from);
    if (concept === undefined || isRefused || isAllClaimed(passage, from, to)) continue;
    found.push({ concept, from: [written(passage, from, to)] });
    claim(passage, "wish", from, to);
  }
  return found;
}
