import { isFunctionWord } from "../text/function-words.ts";
import { NO_LANGUAGE } from "../text/language-set.ts";
import { isNear } from "../text/tokens.ts";
import { readCrosses } from "./negation/crosses.ts";
import { readEnglishNegations } from "./negation/english.ts";
import { readForeignNegations } from "./negation/foreign.ts";
import { readInclusions } from "./negation/inclusions.ts";
import { musicIn } from "./negation/mark-music.ts";
import { readReplies } from "./negation/replies.ts";
import { claim, isClaimed, type Passage } from "./passage.ts";

/** Words for what is overused in a kind of music. */
const CLICHES: ReadonlySet<string> = new Set("cliche cliches trope tropes stereotype stereotypes".split(" "));

/** Words that name no kind: "no actual drums". */
const PLAIN: ReadonlySet<string> = new Set(
  "real actual single further additional other damn bloody stupid usual".split(" "),
);

/**
 * Marks what is negated and claims the words that negate. English has more rules than the other languages; the language
 * that leads a sentence decides which rules read it.
 */
export function readNegations(passage: Passage): void {
  readEnglishNegations(passage);
  readForeignNegations(passage);
  readReplies(passage);
  readInclusions(passage);
  readCrosses(passage);
  markFree(passage);
  spareKindOfCliches(passage);
  spareWantedKinds(passage);
}

/** "Drum-free" negates the word before "free". */
function markFree(passage: Passage): void {
  passage.tokens.forEach((token, at) => {
    if (at === 0 || token.word !== "free" || token.gap !== "hyphen") return;
    passage.polarity[at - 1] = -1;
    claim(passage, "negation", at, at + 1);
  });
}

/** "No Christmas clichés" rejects the clichés only: the film may still be about Christmas. */
function spareKindOfCliches(passage: Passage): void {
  passage.tokens.forEach((token, at) => {
    const before = passage.tokens[at - 1];
    if (!CLICHES.has(token.word) || token.gap !== "space" || before === undefined) return;
    if (isFunctionWord(before.word) || isClaimed(passage, at - 1)) return;
    if ((passage.polarity[at] ?? 1) <= -1 && (passage.polarity[at - 1] ?? 1) <= -1) passage.polarity[at - 1] = 0;
  });
}

/**
 * "Jazz, but not restaurant jazz" refuses one kind of the jazz that is wanted. The second "jazz" is then neither wanted nor
 * refused, and the word before it is.
 */
function spareWantedKinds(passage: Passage): void {
  const { tokens, polarity, lead } = passage;
  const wanted = new Set<string>();
  tokens.forEach(({ word }, at) => {
    const value = polarity[at] ?? 1;
    if (value === 1 && !isClaimed(passage, at)) wanted.add(word);
    if (value > -1 || !wanted.has(word) || !playsAt(passage, at)) return;
    // In the Romance languages, the kind comes after: "pas de rock FM".
    if (!namesKind(passage, at, at - 1) && (lead[at] === NO_LANGUAGE || !namesKind(passage, at, at + 1))) return;
    polarity[at] = 0;
    claim(passage, "negation", at, at + 1);
  });
}

function playsAt(passage: Passage, at: number): boolean {
  return musicIn(passage, at, at + 1).some(({ facet }) => facet === "genre" || facet === "instrument");
}

/** Whether the refused word at `kind`, right beside the musical word at `at`, is neither an instrument nor a genre itself. */
function namesKind(passage: Passage, at: number, kind: number): boolean {
  const token = passage.tokens[kind];
  const second = passage.tokens[Math.max(at, kind)];
  if (token === undefined || second === undefined || !isNear(second)) return false;
  if ((passage.polarity[kind] ?? 1) > -1 || isClaimed(passage, kind) || PLAIN.has(token.word)) return false;
  if (isFunctionWord(token.word, passage.languages)) return false;
  const spans = musicIn(passage, Math.min(at, kind), Math.max(at, kind) + 1);
  return spans.every(
    (span) => (span.at === at && span.to === at + 1) || (span.facet !== "genre" && span.facet !== "instrument"),
  );
}
