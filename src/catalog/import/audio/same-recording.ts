import { baseKey, parseVersion } from "../families/parse-version.ts";
import { bareName } from "../families/track-number.ts";
import type { TagFacts } from "../tags/tag-facts.ts";
import { toNormalForm } from "../../../lib/to-normal-form.ts";

/** ID3v1 cuts a title at 30 characters. */
const CUT_TITLE_MIN = 25;
/** Words that the names of many artists share. */
const COMMON_WORDS: ReadonlySet<string> = new Set(["the", "and", "feat", "ft", "featuring", "with", "of", "dj"]);

/**
 * Whether the tags of two files with the same name can describe one recording. Not if they name different titles or
 * ISRCs, or only different artists. Missing tags agree with all others.
 */
export function isSameRecording(one: TagFacts, other: TagFacts): boolean {
  if (one.isrc !== null && other.isrc !== null && one.isrc !== other.isrc) return false;
  if (one.title !== null && other.title !== null) return isSameTitle(one, other);
  return one.artists.length === 0 || other.artists.length === 0 || shareWord(one.artists, other.artists);
}

function isSameTitle(one: TagFacts, other: TagFacts): boolean {
  const [titles, others] = [titleKeys(one), titleKeys(other)];
  return titles.some((title) => others.some((second) => title === second || isCut(title, second)));
}

function isCut(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= CUT_TITLE_MIN && long.startsWith(short);
}

/** Returns the title without track number and version words, and the same without the artist in front of it. */
function titleKeys({ title, artists }: TagFacts): string[] {
  const bare = bareName(toNormalForm(title ?? "", "NFKC"));
  const version = parseVersion(bare);
  const key = lettersOf(version?.isMarked === true ? version.base : bare);
  const names = artists.map(lettersOf).filter((name) => name !== "" && key !== name && key.startsWith(name));
  return [key === "" ? bare : key, ...names.map((name) => key.slice(name.length))];
}

function lettersOf(text: string): string {
  return baseKey(text).replace(/[^\p{L}\p{N}]/gu, "");
}

function shareWord(names: readonly string[], others: readonly string[]): boolean {
  const words = wordsOf(names);
  return [...wordsOf(others)].some((word) => words.has(word));
}

function wordsOf(names: readonly string[]): Set<string> {
  const words = names.flatMap((name) =>
    toNormalForm(name, "NFKC")
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u),
  );
  return new Set(words.filter((word) => word !== "" && !COMMON_WORDS.has(word)));
}
