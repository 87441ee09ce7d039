import type { Passage } from "../passage.ts";
import { between } from "./listing.ts";
import { follows, markMusic } from "./mark-music.ts";

/** An object and the verb that refuses it have at most this many words: "drums, guitars and all that you can leave out". */
const OBJECT_MAX = 10;

/** Words that turn a clause, so that what comes before them is no object of the verb. */
const TURNING: ReadonlySet<string> = new Set("but aber sondern mais pero sino ma mas però".split(" "));

/** Refuses the music of the clause before a verb: "drums you can leave out". Returns whether there is any. */
export function refuseObjectBefore(passage: Passage, verb: number): boolean {
  const { tokens } = passage;
  let start = verb;
  while (start > 0 && verb - start < OBJECT_MAX && follows(tokens[start])) {
    if (TURNING.has(tokens[start - 1]?.word ?? "")) break;
    start--;
  }
  return markMusic(passage, start, verb, -1);
}

/** Whether a clause ends before a token. */
export function endsClause(passage: Passage, at: number): boolean {
  return !follows(passage.tokens[at]);
}

/** Whether a sentence ends before a token with a mark. A line break alone can also follow a heading. */
export function endsSentence(passage: Passage, at: number): boolean {
  return at >= passage.tokens.length || /[.!?…]["'”»)]*\s/u.test(between(passage, at));
}
