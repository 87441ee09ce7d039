import type { Constraint } from "../../../schema/brief.ts";
import { isFunctionWord } from "../../text/function-words.ts";
import { canPromise } from "../parts/part-shares.ts";
import { claim, isClaimed, type Passage, tokensWithin } from "../passage.ts";

/** Longer names are parts of a sentence. */
const NAME_WORDS_MAX = 6;

const FROM =
  "(?:(?:only |just |exclusively )?(?:songs? |tracks? |music |something |anything |nothing )?(?:from|in|on|within|out of) )";
const OWNER = "(?:the |our |my |your |this |a )?";
/** "From the playlist Night Drive", "Playlist: Night Drive", "not from playlist 12". */
const BEFORE_NAME = new RegExp(
  `(?<!\\w)(?:${FROM}${OWNER}playlist(?: called| named|:)? |the playlist(?: called| named|:)? |playlist: ?)(?=["“„«'\\p{L}\\p{N}])`,
  "gu",
);
/** "Only from our 'Trailer Cuts' playlist", "from the Night Drive playlist". */
const AFTER_NAME = new RegExp(
  `(?<!\\w)${FROM}${OWNER}(["“„«']?)([^"”»'.,;:!?\\n]{1,60}?)["”»']? playlist(?!\\w)`,
  "gu",
);
/** "Like in my playlist Sunday" names an example. */
const LIKE_BEFORE = /(?<!\p{L})(?:like|wie|comme|como|come) (?:\p{L}+ )?$/u;
const QUOTED = /^(["“„«'])([^"”»\n]{1,80}?)["”»'](?!\p{L})/u;

/** Reads the playlists that a brief names. A kind of playlist ("a workout playlist") is not a name. */
export function recognisePlaylist(passage: Passage): readonly Constraint[] {
  if (!passage.lower.includes("playlist")) return [];
  const found: Constraint[] = [];
  const add = (start: number, end: number, name: string): void => {
    const [from, to] = tokensWithin(passage, start, end);
    if (!canPromise(passage, from, "playlist") || LIKE_BEFORE.test(passage.lower.slice(0, start))) return;
    const isOut = passage.polarity.slice(from, to).some((value) => value < 0);
    claim(passage, "constraint", from, to);
    found.push({ kind: "playlist", want: isOut ? "out" : "in", name, from: [passage.text.slice(start, end).trim()] });
  };
  for (const match of passage.lower.matchAll(BEFORE_NAME)) {
    const start = match.index + match[0].length;
    const name = nameAt(passage, start);
    if (name !== null) add(match.index, name.end, name.text);
  }
  for (const match of passage.lower.matchAll(AFTER_NAME)) {
    const at = match.index + match[0].lastIndexOf(match[2] ?? "", match[0].length - " playlist".length);
    const name = passage.text.slice(at, at + (match[2] ?? "").length).trim();
    const [, to] = tokensWithin(passage, match.index, match.index + match[0].length);
    const isName = match[1] !== "" || isCapitalised(name);
    if (isName && !isClaimed(passage, to - 1)) add(match.index, match.index + match[0].length, name);
  }
  return found;
}

function nameAt(passage: Passage, start: number): { readonly text: string; readonly end: number } | null {
  const rest = passage.text.slice(start);
  const quoted = QUOTED.exec(rest);
  if (quoted?.[2] !== undefined) return { text: quoted[2].trim(), end: start + quoted[0].length };
  const first = passage.tokens.findIndex((token) => token.start >= start);
  if (first < 0 || isFunctionWord(passage.tokens[first]?.word ?? "")) return null;
  const hasCapitals = isCapitalised(rest);
  let to = first + 1;
  for (; to < Math.min(passage.tokens.length, first + NAME_WORDS_MAX); to++) {
    const token = passage.tokens[to];
    if (token === undefined || (token.gap !== "space" && token.gap !== "hyphen")) break;
    if (hasCapitals ? !/^[\p{Lu}\p{N}]/u.test(passage.text.slice(token.start)) : isFunctionWord(token.word)) break;
  }
  const end = passage.tokens[to - 1]?.end ?? start;
  return { text: passage.text.slice(start, end), end };
}

function isCapitalised(text: string): boolean {
  return /^[\p{Lu}\p{N}]/u.test(text);
}
