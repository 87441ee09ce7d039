import type { Mention } from "../../schema/brief.ts";
import { isFunctionWord } from "../text/function-words.ts";
import { isCapital, isKnown, isName } from "./mentions.ts";
import { claim, isClaimed, type Passage, written } from "./passage.ts";
import type { Vocabulary } from "./vocabulary.ts";

const STYLED: ReadonlySet<string> = new Set("esque ish like style styled inspired influenced type sounding".split(" "));
const JOINED = /^(\p{Lu}[\p{L}]{3,})esque$/u;

/** Reads names that a style is named after: "Morricone-style", "a Zimmer-esque score", "Tarantinoesque". */
export function readStyledNames(passage: Passage, vocabulary: Vocabulary): Mention[] {
  const shouted = passage.text === passage.text.toUpperCase();
  const found: Mention[] = [];
  passage.tokens.forEach((token, at) => {
    if (isClaimed(passage, at)) return;
    const role = (passage.polarity[at] ?? 1) < 0 ? "not" : "like";
    const joined = token.word.endsWith("esque")
      ? JOINED.exec(passage.text.slice(token.start, token.end))?.[1]
      : undefined;
    if (joined !== undefined && !(token.gap === "sentence" && vocabulary.spelling().knows(token.word))) {
      found.push({ role, kind: "any", readings: [[joined], [`${joined}e`]], certain: true, isOnly: false });
      claim(passage, "name", at, at + 1);
    }
    if (at === 0 || token.gap !== "hyphen" || !STYLED.has(token.word) || isClaimed(passage, at - 1)) return;
    const first = shouted ? at - 1 : nameStart(passage, at - 1);
    const capital = !shouted && isCapital(passage, first);
    const certain = capital && isName(passage, first, at, vocabulary);
    // "Jazz-inspired" does not refer to a band called Jazz, but in "Hans Zimmer-style" the catalog may have the name.
    if (!certain && !capital && isKnown([passage.tokens[at - 1]?.word ?? ""], passage, vocabulary)) return;
    found.push({ role, kind: "any", readings: [[written(passage, first, at)]], certain, isOnly: false });
    if (certain) claim(passage, "name", first, at + 1);
  });
  return found;
}

/** Returns where the capitalised words begin that end at `last`, without a function word at the start. */
function nameStart(passage: Passage, last: number): number {
  let first = last;
  while (
    first > 0 &&
    isCapital(passage, first) &&
    passage.tokens[first]?.gap === "space" &&
    isCapital(passage, first - 1)
  )
    first--;
  while (first < last && isFunctionWord(passage.tokens[first]?.word ?? "")) first++;
  return first;
}
