import { readOwnVocabulary, VOCABULARY_FILE } from "../../search/own-vocabulary.ts";
import { type Check, fail, ok, warn } from "./check.ts";

const NAME = "vocabulary";
/** Limits the output for a file of another kind. */
const SHOWN_MAX = 20;

/** Checks the operator's own vocabulary, and names every wrong line. No check without the file. */
export function checkVocabulary(dataDir: string): readonly Check[] {
  const own = readOwnVocabulary(dataDir);
  if (own === null) return [];
  const advice =
    "Correct it; docs/ranking.md describes the format. Then restart the server, which reads it at its start.";
  const found = own.faults.slice(0, SHOWN_MAX).map(({ line, severity, message }): Check => {
    const where = line === 0 ? VOCABULARY_FILE : `${VOCABULARY_FILE} line ${line}`;
    return (severity === "error" ? fail : warn)(NAME, `${where}: ${message}`, advice);
  });
  const more = own.faults.length - found.length;
  return [
    ok(NAME, `${own.terms.length} ${own.terms.length === 1 ? "term" : "terms"} of your own`),
    ...found,
    ...(more > 0 ? [warn(NAME, `and ${more} more lines`, advice)] : []),
  ];
}
