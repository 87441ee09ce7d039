import type { SeenWords } from "../../../schema/brief.ts";
import type { Analysis } from "../../../schema/wire/analysis.ts";
import { factsOf } from "./facts.ts";
import { valuesWithWords } from "./values.ts";

/** Less certain values are not searched for in titles. */
const SURE = 0.6;

/** Returns words for sights, such as "beach", to look for in a song's title, description and tags. */
export function seenWordsOf(analyses: readonly Analysis[]): readonly SeenWords[] {
  const facts = analyses.map(factsOf);
  return valuesWithWords().flatMap(({ about, value, words }): SeenWords[] => {
    const sure = facts.map((one) => one.said(about, value)).filter((strength) => strength >= SURE);
    const weight = sure.reduce((sum, strength) => sum + strength, 0) / analyses.length;
    return sure.length === 0 ? [] : [{ name: value, words, weight: Math.round(weight * 1000) / 1000 }];
  });
}
