import { claim, type Passage } from "../passage.ts";
import { between } from "./listing.ts";
import { follows, markMusic, musicIn } from "./mark-music.ts";
import { type NegationPhraseKind, negationPhrases, type PairEnd } from "./phrases.ts";

/** A clause before a bare "no" has at most this many words: "the big drums no". */
const BARE_MAX = 4;

/** A sentence of at most this many words is only a complaint if it begins with one of these: "Too smooth. Swap it." */
const COMPLAINT_MAX = 4;
const COMPLAINING: ReadonlySet<string> = new Set(
  "too way far so it its zu viel trop c demasiado muy troppo muito".split(" "),
);

/** The halves of a pair have at most this many words between them. */
const PAIR_MAX = 8;

/** A ditto repeats a refusal that is at most this many words before. */
const DITTO_REACH = 16;

/** Words around a reply: "so please don't", "no thanks". */
const AROUND: ReadonlySet<string> = new Set(
  "please thanks so and then again bitte danke also merci svp gracias entonces grazie quindi obrigado obrigada então".split(
    " ",
  ),
);
const JOINING: ReadonlySet<string> = new Set("and but und aber et mais y pero e ma mas please thanks bitte".split(" "));
const TURNING: ReadonlySet<string> = new Set("but aber mais pero ma mas però".split(" "));

/** "We tried house, we tried techno, both flopped." */
const ALL: ReadonlySet<string> = new Set("both neither none all".split(" "));

const DENYING: ReadonlySet<string> = new Set(
  "no not never ne n non nao nicht nie niemanden keinen pas personne nessuno nadie ninguem".split(" "),
);

/** "One more piano and I want" is a wish, and no irony. */
const WISHING: ReadonlySet<string> = new Set("want need love like would am".split(" "));

/** Reads refusals that come after what they refuse, or around it, and repeated refusals ("Ditto ukulele"). */
export function readReplies(passage: Passage): void {
  const { tokens } = passage;
  for (let at = 0; at < tokens.length; at++) {
    if (!negationPhrases().beginnings.has(tokens[at]?.word ?? "")) continue;
    readPairs(passage, at);
    const back = find(passage, "back", at);
    if (back !== null && !isDenied(passage, at, back)) refuseBefore(passage, at, back, -1);
    const wanted = find(passage, "back-want", at);
    if (wanted !== null) refuseBefore(passage, at, wanted, 1);
    const reply = find(passage, "reply", at);
    if (reply !== null && isClause(passage, at, reply)) readReply(passage, at, reply);
    // "Rock no way": a reply of several words can also follow without punctuation.
    const bare = find(passage, "bare", at) ?? (reply !== null && reply > at + 1 ? reply : null);
    if (bare !== null && isBareReply(passage, at, bare)) refuseBefore(passage, at, bare, -1);
    const ditto = find(passage, "ditto", at);
    if (ditto !== null) readDitto(passage, at, ditto);
  }
}

/** Whether a bare "no" ends a clause that names music: "battle no", "Rock yes, metal no". */
export function isBareReply(passage: Passage, from: number, to: number): boolean {
  const { tokens } = passage;
  const next = tokens[to];
  if (tokens[from]?.gap !== "space" || (follows(next) && !JOINING.has(next?.word ?? ""))) return false;
  const start = clauseStart(passage, from);
  return from - start <= BARE_MAX && musicIn(passage, start, from).at(-1)?.to === from;
}

/** Whether a negation around the phrase turns it round: "no molesta", "stört nicht". */
function isDenied({ tokens }: Passage, from: number, to: number): boolean {
  const [before, after] = [tokens[from - 1], tokens[to]];
  return DENYING.has(before?.word ?? "") || (follows(after) && DENYING.has(after?.word ?? ""));
}

function find(passage: Passage, kind: NegationPhraseKind, at: number): number | null {
  return negationPhrases().byKind[kind].longestAt(passage.tokens, at)?.to ?? null;
}

function refuseBefore(passage: Passage, from: number, to: number, value: number): void {
  const start = clauseStart(passage, from);
  if (markMusic(passage, start, from, value)) return claim(passage, "negation", from, to);
  // "The accordion, that's a no": the clause has only a pronoun.
  if (start === 0 || passage.tokens[start]?.gap !== "comma") return;
  if (markMusic(passage, clauseStart(passage, start), start, value)) claim(passage, "negation", from, to);
}

/** Returns the first token of the clause that ends before a token. "EDM / house / trance" is one clause. */
function clauseStart(passage: Passage, end: number): number {
  const { tokens } = passage;
  let at = end - 1;
  while (at > 0 && (follows(tokens[at]) || isSlash(passage, at)) && !TURNING.has(tokens[at]?.word ?? "")) at--;
  return Math.max(0, at);
}

function isSlash(passage: Passage, at: number): boolean {
  return passage.tokens[at]?.gap === "comma" && between(passage, at).trim() === "/";
}

/** Returns the end of the clause that a token is in. */
function clauseEnd({ tokens }: Passage, at: number): number {
  let end = at;
  while (follows(tokens[end])) end++;
  return end;
}

function sentenceStart({ tokens }: Passage, end: number): number {
  let at = end - 1;
  while (at > 0 && tokens[at]?.gap !== "sentence" && !TURNING.has(tokens[at]?.word ?? "")) at--;
  return Math.max(0, at);
}

/** Whether the tokens are a clause, apart from words like "please". */
function isClause({ tokens }: Passage, from: number, to: number): boolean {
  let start = from;
  while (start > 0 && follows(tokens[start]) && AROUND.has(tokens[start - 1]?.word ?? "")) start--;
  let end = to;
  while (follows(tokens[end]) && AROUND.has(tokens[end]?.word ?? "")) end++;
  return start > 0 && !follows(tokens[start]) && !follows(tokens[end]);
}

function readReply(passage: Passage, at: number, to: number): void {
  const { tokens } = passage;
  let from = at;
  while (from > 0 && follows(tokens[from])) from--;
  // A heading: "No: brass".
  if (/^\s*:/.test(passage.text.slice(tokens[to - 1]?.end ?? 0))) return;
  const gap = tokens[from]?.gap;
  const isAboutAll = gap === "sentence" || ALL.has(tokens[at]?.word ?? "");
  let start = isAboutAll ? sentenceStart(passage, from) : clauseStart(passage, from);
  if (gap === "sentence" && from - start <= COMPLAINT_MAX && COMPLAINING.has(tokens[start]?.word ?? ""))
    start = sentenceStart(passage, start);
  let isRefused = markMusic(passage, start, from, -1);
  while (!isRefused && start > 0 && tokens[start]?.gap !== "sentence") {
    const end = start;
    start = clauseStart(passage, end);
    isRefused = markMusic(passage, start, end, -1);
  }
  if (isRefused) claim(passage, "negation", at, to);
}

function readDitto(passage: Passage, at: number, to: number): void {
  const { tokens, polarity } = passage;
  const start = follows(tokens[at]) ? clauseStart(passage, at) : at;
  const before = polarity.slice(Math.max(0, start - DITTO_REACH), start);
  if (!before.some((value) => value <= -1)) return;
  let end = to;
  while (follows(tokens[end]) || tokens[end]?.gap === "comma") end++;
  if (markMusic(passage, start, end, -1)) claim(passage, "negation", at, to);
}

function readPairs(passage: Passage, at: number): void {
  const found = negationPhrases().pairs.longestAt(passage.tokens, at);
  if (found === null) return;
  for (const pair of found.value) {
    const end = pairEnd(passage, found.to, pair);
    if (
      end === null ||
      !markMusic(passage, found.to, pair.isWanted ? clauseEnd(passage, end) : end, pair.isWanted ? 1 : -1)
    )
      continue;
    claim(passage, "negation", at, found.to);
    return;
  }
}

/** Returns the place of the second half of a pair, or null. */
function pairEnd(passage: Passage, from: number, { second, isWanted }: PairEnd): number | null {
  const { tokens } = passage;
  for (let at = from; at <= Math.min(tokens.length, from + PAIR_MAX); at++) {
    if (second === null && !follows(tokens[at])) return at;
    if (at > from && tokens[at]?.gap === "sentence") return null;
    if (second?.every((word, place) => tokens[at + place]?.word === word) !== true) continue;
    const after = at + second.length;
    // "Senza voce, non triste" refuses both; "senza archi non si va" wants the strings.
    if (isWanted && second.length === 1 && musicIn(passage, after, clauseEnd(passage, after)).length > 0) return null;
    return WISHING.has(tokens[after]?.word ?? "") ? null : at;
  }
  return null;
}
