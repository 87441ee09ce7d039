import { once } from "../lib/once.ts";
import { dataLines, listed } from "../text/data-lines.ts";
import { NO_LANGUAGE } from "../text/language-set.ts";
import { phraseTable } from "../text/phrase-table.ts";
import { isNear, type Token } from "../text/tokens.ts";
import { phraseKey } from "./attitudes.ts";
import { musicIn } from "./negation/mark-music.ts";
import { claim, isAllClaimed, type Passage } from "./passage.ts";
import compounds from "./words/compounds.txt" with { type: "text" };

/** A word of music right after a compound makes it music: "old house tracks". */
const MUSIC: ReadonlySet<string> = new Set(
  "music track tracks song songs tune tunes beat beats band bands groove grooves vibe vibes sound sounds style score anthem anthems mix remix riff riffs piece pieces record records playlist playlists classics ballad ballads melody melodies choir feel soundscape pad pads synth synths genre tempo time rhythm metre meter".split(
    " ",
  ),
);

/** Words before and after a compound that can belong to a musical phrase. */
const PHRASE_REACH = 2;

/** Claims the musical word of compounds that have nothing to do with music: "golf club", "a swing state", "in March". */
export function claimCompounds(passage: Passage): void {
  const { tokens, lead } = passage;
  for (let at = 0; at < tokens.length; at++) {
    const found = compoundTable().longestAt(tokens, at);
    if (found === null || lead[at] !== NO_LANGUAGE || isMusic(tokens[found.to])) continue;
    const word = at + found.value;
    if (isAllClaimed(passage, word, word + 1) || isInPhrase(passage, word, found.to)) continue;
    claim(passage, "everyday", word, word + 1);
  }
}

function isMusic(next: Token | undefined): boolean {
  return next !== undefined && isNear(next) && MUSIC.has(next.word);
}

/** Whether a phrase of several words has this word, such as "indie pop" in "indie pop in the vein of". */
function isInPhrase(passage: Passage, word: number, to: number): boolean {
  const from = Math.max(0, word - PHRASE_REACH);
  return musicIn(passage, from, Math.min(passage.tokens.length, to + PHRASE_REACH)).some(
    (span) => span.at <= word && span.to > word && span.to > span.at + 1,
  );
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
