import type { Brief } from "../../schema/brief.ts";
import { once } from "../lib/once.ts";
import { isFunctionWord } from "../text/function-words.ts";
import { stem } from "../text/stem.ts";
import { words } from "../text/words.ts";
import { NAMED_WEIGHT } from "./named-wishes.ts";

/** A caption has at least this many different words, not counting function words. */
const WORDS_MIN = 6;

/** Minimum share of its words that name music. */
const MUSICAL_MIN = 0.25;

/** Minimum share of a long text that is direction. */
const DIRECTION_MIN = 0.7;

/** Nouns for the one track that a caption describes. */
const TRACK_NOUNS =
  "song track piece music tune clip recording composition instrumental melody ballad beat " +
  "Stück Lied morceau chanson canción pieza brano canzone música musica musique Musik faixa peça";

/**
 * Returns the stems of a caption-like text, which describes one track in mostly musical words; null for any other brief.
 * Songs' own words are then evidence by themselves.
 */
export function captionWords(brief: Brief): ReadonlySet<string> | null {
  const known = wordsOf().get(brief);
  if (known !== undefined) return known.words;
  const found = readCaption(brief);
  wordsOf().set(brief, { words: found });
  return found;
}

/** Cached, because two rules need it. */
const wordsOf = once(() => new WeakMap<Brief, { readonly words: ReadonlySet<string> | null }>());

function readCaption(brief: Brief): ReadonlySet<string> | null {
  if (!isDirection(brief)) return null;
  const said = brief.said.filter(({ negated }) => !negated).flatMap((run) => run.words);
  const stems = new Set(said.filter((word) => !isFunctionWord(word)).map(stem));
  const namesTrack = said.some((word) => trackNouns().has(stem(word)));
  if (stems.size < WORDS_MIN || !namesTrack) return null;
  const musical = new Set(
    brief.wanted
      .filter(({ weight }) => weight >= NAMED_WEIGHT)
      .flatMap(({ from }) =>
        from
          .flatMap(words)
          .map(stem)
          .filter((word) => stems.has(word)),
      ),
  );
  return musical.size < MUSICAL_MIN * stems.size ? null : stems;
}

const trackNouns = once(() => new Set(words(TRACK_NOUNS).map(stem)));

function isDirection({ parts = [] }: Brief): boolean {
  const lengthOf = (kept: typeof parts): number => kept.reduce((sum, { text }) => sum + text.length, 0);
  return lengthOf(parts.filter(({ kind }) => kind === "direction")) >= DIRECTION_MIN * lengthOf(parts);
}
