import type { Wish } from "../../../schema/brief.ts";
import { kinShare } from "../named-wishes.ts";
import { ownTagsIn } from "../own-tags.ts";
import type { Rule } from "../rule.ts";
import { wishedTags } from "../wish-terms.ts";

const JOINTS: ReadonlySet<string> = new Set(["and", "&", "n", "'n'", "+"]);

/** The most that a detail, a tag that meets no wish, gains in a caption of many details. */
const DETAIL = 0.4;

/**
 * Finds tags of up to four words that the vocabulary need not know: "mellow piano melody", "desert noir", "no other
 * instruments". A tag that also meets a wish counts only in a caption of many details, where near tags hardly count.
 */
export const ownTagsRule: Rule = {
  name: "own tags",
  prepare: (index, brief) => {
    const wished = wishedTags(index, brief.wanted);
    const literal = 1 - kinShare(index, brief);
    const isFragment = fragmentTest(brief.wanted);
    return {
      asks: brief.said
        .flatMap((said) => ownTagsIn(index, said))
        .filter(({ sought }) => !isFragment(sought.name))
        .map((ask) =>
          ask.terms.some(({ term }) => wished.has(term))
            ? { ...ask, weight: ask.weight * literal }
            : { ...ask, weight: ask.weight * (1 + DETAIL * literal) },
        ),
    };
  },
};

/**
 * Returns a test whether a tag is made of one end of a joined phrase: "and blues" and "soul blues" in "soul or rhythm and
 * blues". The phrase means something else than its words.
 */
function fragmentTest(wanted: readonly Wish[]): (name: string) => boolean {
  const joined = wanted.flatMap(({ from }) => from.map((phrase) => phrase.toLowerCase().split(" ")).filter(isJoined));
  return (name) => {
    const words = name.split(" ");
    return joined.some(
      (phrase) => words.includes(phrase.at(-1) ?? "") && !phrase.every((word) => words.includes(word)),
    );
  };
}

/** "Rhythm and blues", "rock 'n' roll", "drum & bass". */
function isJoined(phrase: readonly string[]): boolean {
  return phrase.length === 3 && JOINTS.has(phrase[1] ?? "");
}
