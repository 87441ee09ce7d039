import type { LookedFor } from "../../../schema/brief.ts";
import type { Analysis } from "../../../schema/wire/analysis.ts";
import { factsOf } from "./facts.ts";
import { valuesLookedFor } from "./values.ts";

/** What is less sure is not looked for in titles. */
const SURE = 0.45;

/** What is seen and said in a song's title, description or tags: a beach that is called a beach. */
export function wordsLookedFor(analyses: readonly Analysis[]): readonly LookedFor[] {
  const facts = analyses.map(factsOf);
  return valuesLookedFor().flatMap(({ about, value, words }): LookedFor[] => {
    const sure = facts.map((one) => one.said(about, value)).filter((strength) => strength >= SURE);
    const weight = sure.reduce((sum, strength) => sum + strength, 0) / analyses.length;
    return sure.length === 0 ? [] : [{ name: value, words, weight: Math.round(weight * 1000) / 1000 }];
  });
}
