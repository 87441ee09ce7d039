import type { Constraint } from "../../../schema/brief.ts";
import type { Passage } from "../passage.ts";
import { eachMatch, wordsOf } from "./recogniser.ts";

const STEMS =
  /(?<!\w)(?:(?:with |has |have |needs? |including |separate )?(?:stems?|stem files|multitracks?|multi-tracks?|split tracks)(?: (?:available|needed|required|included|please))?)(?!\w)/gu;
const FINE = /^ (?:(?:are |is |would be )?(?:optional|nice|a plus|a bonus|welcome))/u;

/** Reads "with stems". "Stems would be nice" is not a constraint. */
export function recogniseStems(passage: Passage): readonly Constraint[] {
  return eachMatch(passage, STEMS, (match, polarity) => {
    const after = passage.lower.slice(match.index + match[0].length);
    if (polarity < 0 || FINE.test(after)) return null;
    return { kind: "stems", from: wordsOf(passage, match) };
  });
}
