import { stemmer } from "stemmer";
import { once } from "../lib/once.ts";
import { remembering } from "../lib/remembering.ts";
import { words } from "./words.ts";

/** Words whose Porter stem is that of a quite different musical word (organic and organ, metallic and metal). */
const STEM_EXCEPTIONS: ReadonlyMap<string, string> = new Map(
  (
    "organic metallic news universal classics instrumental instrumentals musical recorder recorders blues keys moving training " +
    "living loving building touching falling"
  )
    .split(" ")
    .map((word): [string, string] => [word, word.replace(/(?<=instrumental|recorder)s$/, "")]),
);

/** Porter's stem of one folded word; other alphabets pass unchanged. */
export function stem(word: string): string {
  return stems()(word);
}

const stems = once(() => remembering((word: string) => STEM_EXCEPTIONS.get(word) ?? stemmer(word)));

/** The stems of a name's words. Rules ask for those of the same few thousand tags in every search, and of every hit. */
export function stemsOf(name: string): readonly string[] {
  return nameStems()(name);
}

const nameStems = once(() => remembering((name: string): readonly string[] => words(name).map(stem)));
