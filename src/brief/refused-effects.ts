import { follows } from "./negation/mark-music.ts";
import type { Passage } from "./passage.ts";
import type { ReadPhrase } from "./refusals.ts";
import { fold } from "../text/words.ts";

/** Words for single sounds of a trailer or a scare. */
const EFFECTS = listed(
  `stinger stingers sting stings whoosh whooshes swoosh swooshes riser risers uplifter uplifters braam braams boom booms impact impacts
   scare scares jumpscare jumpscares sfx fx effect effects soundeffekt soundeffekte effekt effekte schockeffekt schockeffekte
   effet effets bruitage bruitages sursaut sursauts efecto efectos golpe golpes susto sustos
   effetto effetti colpo colpi efeito efeitos`,
);
/** "Hits" are effects after these words; "pop hits" and "sad hits" are songs. */
const HITS = listed("hit hits");
const QUALITIES_OF_HITS: ReadonlySet<string> = new Set(
  "horror dark dramatic epic tense powerful trailer cinematic suspense".split(" "),
);

/** Words between an effect and what it is like: "golpes de terror", "effets de film d'horreur". */
const LINKS = listed("de d di da do del des film filme filmes pelicula peliculas cine");
const LINKS_MAX = 3;

/**
 * Whether a refused phrase only says what an effect is like: "no jump-scare stinger" and "no dark whooshes" refuse a sound, and
 * not the mood of the scene.
 */
export function isOfRefusedEffect(passage: Passage, phrase: ReadPhrase): boolean {
  if (phrase.polarity >= 0) return false;
  const { tokens } = passage;
  const [concept] = phrase.meaning.concepts;
  // The effect itself: a concept is refused, a scene ("a jump scare") has nothing to refuse but its mood.
  if (isEffect(tokens[phrase.to - 1]?.word)) return concept === undefined;
  if (concept?.facet === "instrument") return false;
  const next = tokens[phrase.to];
  if (follows(next)) {
    if (
      isEffect(next?.word) ||
      (isEffect(tokens[phrase.to + 1]?.word) && follows(tokens[phrase.to + 1]) && next?.word === "sound")
    )
      return true;
    if (HITS.has(next?.word ?? "") && QUALITIES_OF_HITS.has(concept?.name ?? "")) return true;
  }
  return isAfterEffect(passage, phrase.at);
}

function isAfterEffect({ tokens }: Passage, from: number): boolean {
  let at = from;
  while (at > 0 && from - at < LINKS_MAX && follows(tokens[at]) && LINKS.has(tokens[at - 1]?.word ?? "")) at--;
  return at > 0 && follows(tokens[at]) && isEffect(tokens[at - 1]?.word);
}

function isEffect(word: string | undefined): boolean {
  return word !== undefined && EFFECTS.has(word);
}

function listed(words: string): ReadonlySet<string> {
  return new Set(fold(words).split(/\s+/));
}
