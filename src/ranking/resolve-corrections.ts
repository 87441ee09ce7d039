import type { Brief, Correction, TextTerm, Wish } from "../../schema/brief.ts";
import { fold, words } from "../text/words.ts";
import { stillExcluded } from "./still-excluded.ts";
import { nearestTagWord } from "./nearest-tag-word.ts";
import type { RankingIndex } from "./ranking-index.ts";

/** Weights of a word as the client wrote it: if a tag has that spelling, and if only a text has it. */
const TEXT = { tag: 0.6, said: 0.3 } as const;
const TEXT_AGAINST = -0.5;

/** At most this many words are compared with the catalog's tags; each needs a few hundred lookups. */
const TRIED_MAX = 6;

/**
 * Checks spelling corrections against the catalog, whose own words take precedence. A corrected word that is a tag of
 * the catalog means that tag. One that is in a title, name or text is looked for there too. An unknown word may be a
 * misspelt tag.
 */
export function resolveCorrections(index: RankingIndex, brief: Brief): Brief {
  return withTagsSetRight(index, withoutOverruled(index, brief));
}

function withoutOverruled(index: RankingIndex, brief: Brief): Brief {
  const typed = [...new Set(brief.corrected.map(({ from }) => fold(from)))].filter((word) => index.word(word) >= 0);
  if (typed.length === 0) return brief;
  const overruled = new Set(typed.filter((word) => index.tag(word) >= 0));
  const written = new Map(
    brief.corrected.filter(({ from }) => overruled.has(fold(from))).map(({ from, to }) => [fold(to), fold(from)]),
  );
  const against = new Set(brief.avoided.flatMap(({ from }) => from.flatMap(words)));
  const isGuess = (wish: Wish): boolean =>
    wish.from.length > 0 && wish.from.every((said) => words(said).some((word) => overruled.has(word)));
  const text = typed.flatMap((word): TextTerm[] => {
    if (against.has(word)) return overruled.has(word) ? [{ word, weight: TEXT_AGAINST }] : [];
    return [{ word, weight: overruled.has(word) ? TEXT.tag : TEXT.said }];
  });
  const avoided = brief.avoided.filter((wish) => !isGuess(wish));
  return {
    ...brief,
    wanted: brief.wanted.filter((wish) => !isGuess(wish)),
    avoided,
    constraints: stillExcluded(brief.constraints, avoided),
    text: [...brief.text, ...text],
    said: brief.said.map((said) => ({ ...said, words: said.words.map((word) => written.get(word) ?? word) })),
    corrected: brief.corrected.filter(({ from }) => !overruled.has(fold(from))),
  };
}

function withTagsSetRight(index: RankingIndex, brief: Brief): Brief {
  const meant = new Map<string, string>();
  const strange = brief.text.filter((term) => term.isUnknown === true && index.word(term.word) < 0);
  for (const { word } of strange.slice(0, TRIED_MAX)) {
    const tag = nearestTagWord(index, word);
    if (tag !== null) meant.set(word, tag);
  }
  if (meant.size === 0) return brief;
  const right = (word: string): string => meant.get(word) ?? word;
  return {
    ...brief,
    text: brief.text.map((term) => ({ ...term, word: right(term.word) })),
    said: brief.said.map((said) => ({ ...said, words: said.words.map(right) })),
    corrected: [...brief.corrected, ...Array.from(meant, ([from, to]): Correction => ({ from, to }))],
  };
}
