import { isFunctionWord } from "../../text/function-words.ts";
import { type EnglishCue, findCues, type EnglishCueKind } from "./cues.ts";
import { markBackwards } from "./backwards.ts";
import { readComplaints } from "./complaint.ts";
import { readComparisons } from "./comparison.ts";
import { between, opensList } from "./listing.ts";
import { CANCELLING, isJoined, isPlayed, LESS, scopeAfter, clearNegation } from "./scope.ts";
import { isOneClause } from "./mark-music.ts";
import { endsClause, refuseObjectBefore } from "./object-first.ts";
import { isBareReply } from "./replies.ts";
import { claim, type Passage } from "../passage.ts";

/** Polarity by kind of cue; 0 means neither wanted nor avoided. */
const VALUES: Readonly<Record<EnglishCueKind, number>> = {
  no: -1,
  list: -1,
  heading: -1,
  back: -1,
  less: LESS,
  open: 0,
  "open-back": 0,
  none: 1,
};

/** Words after a "not" that negates what comes before: "melody not needed". */
const AFTERTHOUGHTS: ReadonlySet<string> = new Set("needed wanted allowed welcome desired".split(" "));

/** Verbs that "without" always cancels: "it isn't Christmas without bells". */
const NEGATED_VERBS: ReadonlySet<string> = new Set("isnt wouldnt cant cannot wont never doesnt aint".split(" "));

/** Words of exceptions: "other than", "apart from", "save for". */
const EXCEPTING: ReadonlySet<string> = new Set("except other apart save excluding".split(" "));

const PEOPLE: ReadonlySet<string> = new Set("he she who they".split(" "));
const WISHING: ReadonlySet<string> = new Set("want wants wanted like likes need needs love loves".split(" "));
const SUBJECT_REACH = 3;

/** Marks what is negated and claims the words that negate. */
export function readEnglishNegations(passage: Passage): void {
  const cues = findCues(passage);
  readComparisons(passage);
  cues.forEach((cue, at) => {
    claim(passage, "negation", cue.from, cue.to);
    if (cue.kind === "none") return;
    const limit = cues[at + 1]?.from ?? passage.tokens.length;
    const value = VALUES[cue.kind];
    if (cancels(passage, cues[at - 1], cue)) return clearNegation(passage, cues[at - 1]?.to ?? cue.from, limit);
    if (excepts(passage, cues[at - 1], cue)) return clearNegation(passage, cue.from, limit);
    if (cue.kind === "back" || cue.kind === "open-back") return markBackwards(passage, cue.from, value);
    if (AFTERTHOUGHTS.has(passage.tokens[cue.to]?.word ?? "") && !opensList(passage, cue.to + 1))
      return markBackwards(passage, cue.from, value);
    if (isReply(passage, cue)) return markBackwards(passage, cue.from, value);
    if (isObjectFirst(passage, cue) && refuseObjectBefore(passage, cue.from)) return;
    const { end, isMild } = scopeAfter(passage, cue, limit);
    const turned = isMild && value === -1 ? LESS : value;
    passage.polarity.fill(isStory(passage, cue) ? 0 : turned, cue.to, end);
    leaveOpen(passage, end, limit);
  });
  readComplaints(passage);
}

/**
 * Whether the first negation refuses the second one: "not without warmth", "no scene ends without". Two that are joined
 * both count: "not sad and without vocals".
 */
function cancels(passage: Passage, first: EnglishCue | undefined, second: EnglishCue): boolean {
  const { tokens } = passage;
  if (first?.kind !== "no" || isJoined(passage, first.to, second.from)) return false;
  if (tokens[second.from]?.gap !== "space") return false;
  const isVerb = NEGATED_VERBS.has(tokens[first.from]?.word ?? "");
  if (CANCELLING.has(tokens[second.from]?.word ?? "") && isOneClause(passage, first.to, second.from, isVerb))
    return true;
  if (tokens.slice(first.to, second.from).some((token) => !isFunctionWord(token.word) || token.gap !== "space"))
    return false;
  return second.kind === "list" || CANCELLING.has(tokens[second.from]?.word ?? "");
}

/** Whether the cue excepts something from an excluded thing: "no vocals except a choir". The exception is wanted. */
function excepts(passage: Passage, first: EnglishCue | undefined, second: EnglishCue): boolean {
  const { tokens } = passage;
  if (first === undefined || (first.kind !== "no" && first.kind !== "list")) return false;
  if (!EXCEPTING.has(tokens[second.from]?.word ?? "")) return false;
  if (second.from > first.to && (passage.polarity[second.from - 1] ?? 1) > -1) return false;
  return tokens.slice(first.to, second.to).every((token) => token.gap !== "sentence" && token.gap !== "clause");
}

/** Whether the clause ends after a verb that refuses: "drums you can leave out". */
function isObjectFirst(passage: Passage, cue: EnglishCue): boolean {
  return (
    cue.kind === "list" && endsClause(passage, cue.to) && !opensList(passage, cue.to) && !isAboutPeople(passage, cue)
  );
}

/** Whether the cue is part of a story about a person: "she never smiled again". "They never want drums" is a wish. */
function isStory(passage: Passage, cue: EnglishCue): boolean {
  if (cue.kind !== "no" || WISHING.has(passage.tokens[cue.to]?.word ?? "")) return false;
  // "A trio with nobody singing" is about the song.
  if (passage.tokens[cue.from]?.word === "nobody") return passage.tokens[cue.from - 1]?.word !== "with";
  return isAboutPeople(passage, cue);
}

/** Whether a person comes before the cue: "the song she hates". */
function isAboutPeople(passage: Passage, cue: EnglishCue): boolean {
  for (let at = cue.from; at > Math.max(0, cue.from - SUBJECT_REACH); at--) {
    if (passage.tokens[at]?.gap !== "space") return false;
    const word = passage.tokens[at - 1]?.word ?? "";
    if (PEOPLE.has(word)) return true;
    if (!isFunctionWord(word)) return false;
  }
  return false;
}

/**
 * Marks a part of an excluded kind of piece as neither wanted nor avoided: "no ballad with key changes". After an
 * instrument it is a wish: "no drums with a warm piano".
 */
function leaveOpen(passage: Passage, end: number, limit: number): void {
  const token = passage.tokens[end];
  if (token?.word !== "with" || token.gap !== "space" || isPlayed(passage.tokens[end - 1])) return;
  for (let at = end; at < limit && (passage.tokens[at]?.gap === "space" || passage.tokens[at]?.gap === "hyphen"); at++)
    passage.polarity[at] = 0;
}

/** Whether the cue answers a question, a label or a name: "Drums? No. Strings? Yes.", "drums: no", "drums no". */
function isReply(passage: Passage, cue: EnglishCue): boolean {
  if (cue.to - cue.from > 1 || cue.from === 0 || opensList(passage, cue.to)) return false;
  const ends = cue.to === passage.tokens.length || /[.;!\n,]/.test(between(passage, cue.to));
  return ends && (/[?:]|\s[-–—]\s/.test(between(passage, cue.from)) || isBareReply(passage, cue.from, cue.to));
}
