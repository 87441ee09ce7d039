import type { Constraint } from "../../../schema/brief.ts";
import type { Passage } from "../passage.ts";
import { eachMatch, wordsOf } from "./recogniser.ts";
import { type SentenceAround, sentenceAround } from "./sentence.ts";

const STEMS =
  /(?<!\w)(?:(?:with |has |have |needs? |including |separate )?(?:stems?|stem files|multitracks?|multi-tracks?|split tracks)(?: (?:available|needed|required|included|please))?)(?!\w)/gu;
const FINE = /^ (?:(?:are |is |would be )?(?:optional|nice|a plus|a bonus|welcome))/u;

const MUST_BEFORE =
  /(?<!\p{L})(?:(?:must|has to|have to|needs? to) (?:have|come with|include|offer)|only(?: \p{L}+){0,5} with|muss|müssen|nur(?: \p{L}+){0,2} mit|uniquement(?: \p{L}+){0,3} avec|doi(?:t|vent) avoir|(?:s[oó]lo|só)(?: \p{L}+){0,2} co[nm]|debe[n]? tener|dev(?:e|ono) avere|soltanto(?: \p{L}+){0,2} con|somente(?: \p{L}+){0,2} com|deve[m]? ter)(?: \p{L}+){0,2} $/u;
const MUST_AFTER =
  /^,? ?(?:are |is |sind |sont |son |sono |são )?(?:a must|mandatory|essential|obligatory|compulsory|pflicht|zwingend|obligatoires?|indispensables?|obligatori[ao]?s?|imprescindibles?|obrigatóri[ao]s?)(?!\p{L})/u;
/** "Tracks without stems can't be considered." */
const WITHOUT_BEFORE = /(?<!\p{L})without(?: \p{L}+){0,2} $/u;
const REFUSED_AFTER =
  /^(?: files?)? (?:can't|cannot|can not|won't|will not|are not|aren't) (?:be )?(?:\p{L}+ed|an option|any use)/u;

/**
 * Reads "with stems". "Stems would be nice" is not a constraint. In a long text, "please send stems" is a note on the
 * delivery, so there only an explicit condition on the music counts.
 */
export function recogniseStems(passage: Passage): readonly Constraint[] {
  return eachMatch(passage, STEMS, (match, polarity) => {
    const around = sentenceAround(passage, match);
    const isCondition = WITHOUT_BEFORE.test(around.before) && REFUSED_AFTER.test(around.after);
    if (!isCondition && (polarity < 0 || FINE.test(around.after))) return null;
    if (passage.parts !== null && !isCondition && !isMust(match, around)) return null;
    return { kind: "stems", from: wordsOf(passage, match) };
  });
}

/** Whether the music has to have stems: "it must have stems", "only songs with stems". */
function isMust([words]: RegExpExecArray, { before, after }: SentenceAround): boolean {
  const [, preposition = "", noun = ""] = /^((?:with|has|have|needs?|including|separate) )?(.*)$/u.exec(words) ?? [];
  return noun !== "" && (MUST_BEFORE.test(before + preposition) || MUST_AFTER.test(after));
}
