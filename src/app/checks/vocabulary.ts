import { readOwnVocabulary, VOCABULARY_FILE } from "../../search/own-vocabulary.ts";
import { type Check, fail, ok, warn } from "./check.ts";

const NAME = "vocabulary";
/** A file of another kind would otherwise fill the screen. */
const SHOWN_MAX = 20;

/** The operator's own terms: nothing to say without such a file, and every line of it that is wrong. */
export function checkVocabulary(dataDir: string): readonly Check[] {
  const own = readOwnVocabulary(dataDir);
  if (own === null) return [];
  const advice = "Correct it; docs/ranking.md shows the form. A server reads it when it starts.";
  const found = own.faults.slice(0, SHOWN_MAX).map(({ line, severity, message }): Check => {
    const where = line === 0 ? VOCABULARY_FILE : `${VOCABULARY_FILE} line ${line}`;
    return (severity === "error" ? fail : warn)(NAME, `${where}: ${message}`, advice);
  });
  const more = own.faults.length - found.length;
  return [
    ok(NAME, `${own.terms.length} ${own.terms.length === 1 ? "term" : "terms"} of your own`),
    ...found,
    ...(more > 0 ? [warn(NAME, `and ${more} lines more`, advice)] : []),
  ];
}
