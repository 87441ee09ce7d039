import { once } from "../lib/once.ts";
import { dataLines, listed } from "../text/data-lines.ts";
import { NO_LANGUAGE } from "../text/language-set.ts";
import { phraseTable } from "../text/phrase-table.ts";
import { isNear, type Token } from "../text/tokens.ts";
import { phraseKey } from "./attitudes.ts";
import { claim, isAllClaimed, type Passage } from "./passage.ts";
import type { Vocabulary } from "./vocabulary.ts";
import compounds from "./words/compounds.txt" with { type: "text" };

/** A word of music right after a compound makes it music: "old house tracks". */
const MUSIC: ReadonlySet<string> = new Set(
  "music track tracks song songs tune tunes beat beats band bands groove grooves vibe vibes sound sounds style score anthem anthems mix remix riff riffs piece pieces record records playlist".split(
    " ",
  ),
);

/** Claims the musical word of compounds that have nothing to do with music: "golf club", "a swing state", "in March". */
export function claimCompounds(passage: Passage, vocabulary: Vocabulary): void {
  const { tokens, lead } = passage;
  for (let at = 0; at < tokens.length; at++) {
    const found = compoundTable().longestAt(tokens, at);
    if (found === null || lead[at] !== NO_LANGUAGE || isMusic(tokens[found.to])) continue;
    const word = at + found.value;
    if (isAllClaimed(passage, word, word + 1) || isInVocabulary(tokens.slice(at, found.to), vocabulary)) continue;
    claim(passage, "everyday", word, word + 1);
  }
}

function isMusic(next: Token | undefined): boolean {
  return next !== undefined && isNear(next) && MUSIC.has(next.word);
}

function isInVocabulary(tokens: readonly Token[], vocabulary: Vocabulary): boolean {
  const words = tokens.map(({ word }) => word).join("");
  return vocabulary.meaning(words, tokens.map(({ stem }) => stem).join("")) !== undefined;
}

/** The compounds, each with the place of its musical word. */
const compoundTable = once(() => {
  const places = new Map<string, number>();
  for (const line of dataLines(compounds)) {
    const [word = "", list = ""] = line.split("|").map((part) => part.trim());
    for (const compound of listed(list)) {
      const [before = "", after = ""] = compound.split("_").map((part) => phraseKey(part, "en"));
      const place = before === "" ? 0 : before.split(" ").length;
      for (const one of numbers(word)) {
        for (const next of after === "" ? [""] : numbers(after))
          places.set([before, one, next].filter((part) => part !== "").join(" "), place);
      }
    }
  }
  return phraseTable(places);
});

/** Returns the singular and the plural of a word, or of the last word of a phrase. */
function numbers(words: string): readonly string[] {
  return words.endsWith("s") ? [words] : [words, `${words}s`];
}
