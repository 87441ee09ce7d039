import { once } from "../lib/once.ts";
import { joinTagParts, tagKey, tagPartsOf } from "../text/keys.ts";
import type { RankingIndex } from "./ranking-index.ts";

/** In a catalog with more distinct tags, the rest have to be named in full. */
const TAGS_MAX = 50_000;
const WORDS_MAX = 5;

const NEGATIONS: ReadonlySet<string> = new Set(["no", "non", "not", "without"]);

/**
 * Returns the catalog's tags of several words that end with a name: "muted electric guitar" for "electric guitar".
 * Negated ones ("no drums") are left out.
 */
export function compoundTags(index: RankingIndex, name: string): readonly number[] {
  let byEnding = endings().get(index);
  if (byEnding === undefined) {
    byEnding = readEndings(index);
    endings().set(index, byEnding);
  }
  return byEnding.get(tagKey(name)) ?? [];
}

const endings = once(() => new WeakMap<RankingIndex, ReadonlyMap<string, readonly number[]>>());

function readEndings(index: RankingIndex): ReadonlyMap<string, readonly number[]> {
  const byEnding = new Map<string, number[]>();
  const from = index.sections.tagTermsFrom[0] ?? 0;
  const count = Math.min(TAGS_MAX, index.sections.tagNameEnds.length);
  for (let term = from; term < from + count; term++) {
    const parts = tagPartsOf(index.tagName(term) ?? "");
    if (parts.length < 2 || parts.length > WORDS_MAX || parts.some(({ word }) => NEGATIONS.has(word))) continue;
    for (let at = 1; at < parts.length; at++) {
      const key = joinTagParts(parts.slice(at));
      const known = byEnding.get(key);
      if (known === undefined) byEnding.set(key, [term]);
      else known.push(term);
    }
  }
  return byEnding;
}
