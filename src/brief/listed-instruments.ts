import type { Passage } from "./passage.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { meaningsOf } from "./word-meanings.ts";

/** What a neighbour in a list is; null without one, or if it is something else. */
type Neighbour = "instrument" | "genre" | null;

/** A direction in which a list is read, with the words that join two of its entries. */
interface Direction {
  readonly step: 1 | -1;
  readonly joints: ReadonlySet<string>;
}

/** "Piano with drums and bass" names three instruments, but "drums and bass with a piano" can be the genre. */
const BACK: Direction = { step: -1, joints: new Set(["and", "or", "plus", "n", "with", "over"]) };
const AHEAD: Direction = { step: 1, joints: new Set(["and", "or", "plus", "n"]) };

/** After these words, a phrase is a genre. */
const OF_GENRES: ReadonlySet<string> = new Set("music track tracks song songs tune tunes genre style".split(" "));

/** Words before an instrument in a list: "a warm piano". */
const DESCRIBING_MAX = 2;

/**
 * Whether tokens `from` to before `to` are instruments and not the inflected name of a genre. "Drums and bass" is most often a
 * slip for drum and bass. It names instruments next to another one, and if it is refused, unless a genre is next to it.
 */
export function areInstruments(passage: Passage, from: number, to: number, vocabulary: Vocabulary): boolean {
  const next = passage.tokens[to];
  if (next?.gap === "space" && OF_GENRES.has(next.word)) return false;
  const neighbours = new Set([
    neighbour(passage, from - 1, BACK, vocabulary),
    neighbour(passage, to, AHEAD, vocabulary),
  ]);
  return neighbours.has("instrument") || ((passage.polarity[from] ?? 1) < 0 && !neighbours.has("genre"));
}

/** Returns the nearest entry of a list from a token on. Voices are passed over, because many briefs for a genre name one. */
function neighbour(passage: Passage, from: number, { step, joints }: Direction, vocabulary: Vocabulary): Neighbour {
  const { tokens, claimed } = passage;
  let isJoined = false;
  let describing = 0;
  for (let at = from; ; at += step) {
    const token = tokens[at];
    const gap = (step > 0 ? token : tokens[at + 1])?.gap;
    if (token === undefined || claimed[at] === "negation" || !(gap === "space" || gap === "comma")) return null;
    // "Drums and bass, dark, piano" has another entry before the piano.
    if (step > 0 && describing > 0 && gap === "comma") return null;
    isJoined ||= gap === "comma";
    if (joints.has(token.word)) {
      isJoined = true;
      continue;
    }
    const { written, stemmed } = meaningsOf(token.lexeme, vocabulary);
    const concept = (written ?? stemmed)?.concepts[0];
    if (concept?.facet === "genre") return "genre";
    if (concept !== undefined && /voice|vocal|sing/.test(concept.name)) {
      isJoined = false;
      describing = 0;
    } else if (concept?.facet === "instrument") return "instrument";
    else if (isJoined !== step > 0 || ++describing > DESCRIBING_MAX) return null;
  }
}
