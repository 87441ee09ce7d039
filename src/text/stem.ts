import { stemmer } from "stemmer";
import { once } from "../lib/once.ts";
import { memoize } from "../lib/memoize.ts";
import { words } from "./words.ts";

/** Words whose Porter stem is that of an unrelated musical word, such as "organic" and "organ". */
const STEM_EXCEPTIONS: ReadonlyMap<string, string> = new Map(
  (
    "organic metallic news universal classics instrumental instrumentals musical recorder recorders blues keys moving training " +
    "living loving building touching falling harmonious"
  )
    .split(" ")
    .map((word): [string, string] => [word, word.replace(/(?<=instrumental|recorder)s$/, "")]),
);

/** Returns the Porter stem of one folded word. Words of other alphabets stay as they are. */
export function stem(word: string): string {
  return stems()(word);
}

const stems = once(() => memoize((word: string) => STEM_EXCEPTIONS.get(word) ?? stemmer(word)));

/** Returns the stems of a name's words. Cached, because every search needs the same few thousand tags. */
export function stemsOf(name: string): readonly string[] {
  return nameStems()(name);
}

const nameStems = once(() => memoize((name: string): readonly string[] => words(name).map(stem)));
