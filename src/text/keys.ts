import { once } from "../lib/once.ts";
import { memoize } from "../lib/memoize.ts";
import { stem } from "./stem.ts";
import { fold, withoutApostrophes } from "./words.ts";

/**
 * Returns one key for all spellings of a tag: "Hip-Hop", "hip hop" and "hiphop"; "drums" and "drum"; "electronic music"
 * and "electronic".
 */
export function tagKey(tag: string): string {
  return tagKeys()(tag);
}

/** Cached, because every search needs the keys of the same few thousand names. */
const tagKeys = once(() => memoize((tag: string) => joinTagParts(tagPartsOf(tag))));

/** One word of a tag, and the stem that its key has for it. */
export interface TagPart {
  readonly word: string;
  readonly stem: string;
}

/** The words of a tag or of a piece of one. The parts of a phrase are the parts of its words, in order. */
export function tagPartsOf(tag: string): readonly TagPart[] {
  return keyParts(tag).map((word) => ({ word, stem: stem(word) }));
}

/** The `tagKey` of the phrase that has these parts. */
export function joinTagParts(parts: readonly TagPart[]): string {
  const end = parts.length > 1 && parts.at(-1)?.word === "music" ? parts.length - 1 : parts.length;
  let key = "";
  for (let at = 0; at < end; at++) key += parts[at]?.stem ?? "";
  return key;
}

/** Like tagKey, but keeps a final "music": "elevator music" has nothing to do with elevators. */
export function stemKey(phrase: string): string {
  return keyParts(phrase).map(stem).join("");
}

/** Like tagKey, but does not stem: "drums" and "drum" have two keys, "Hip-Hop" and "hip hop" have one. */
export function wordKey(phrase: string): string {
  return keyParts(phrase).join("");
}

/**
 * Returns one key for the spellings of an artist's name or a title. It ignores case, accents, punctuation, "the" and
 * "and".
 */
export function nameKey(name: string): string {
  const parts = keyParts(name);
  return (parts.length > 1 && parts[0] === "the" ? parts.slice(1) : parts).join("");
}

function keyParts(phrase: string): string[] {
  return fold(phrase)
    .split(/[^\p{L}\p{N}'’]+/u)
    .map(withoutApostrophes)
    .filter((part) => part !== "" && part !== "and");
}
