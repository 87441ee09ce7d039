import { canPromise } from "../parts/part-shares.ts";
import { claim, type Passage, tokensWithin } from "../passage.ts";
import { REACH } from "./sentence.ts";

const SUNG = "(?:vocals?|voices?|singing|lyrics|singers?|vox|words)";

/** Phrases that accept songs with and without a voice. */
const OPTIONAL = new RegExp(
  `(?<!\\w)(?:with(?: or |/)without (?:any )?${SUNG}|${SUNG} or (?:an? )?instrumentals?|instrumentals? or (?:with )?(?:a )?(?:${SUNG}|vocal tracks?)|${SUNG} or (?:no ${SUNG}|not|without)|${SUNG} (?:(?:are|is) )?optional|optional ${SUNG}|both (?:vocal|instrumental) and (?:vocal|instrumental)(?: (?:tracks|versions|songs))? (?:are |is )?(?:both )?(?:fine|ok|okay|welcome|possible|work))(?!\\w)`,
  "gu",
);

const FINE =
  /^(?: (?:and|or) [a-z]+)? ?(?:(?:(?:are|is|would be|also|totally|perfectly|absolutely|may be|can be|might be|would) )*(?:ok|okay|fine|optional|welcome|allowed|possible|acceptable|no problem|a plus|a bonus|nice to have|if possible|preferred|preferable|ideally|if you have (?:them|one|it)|could work|can work|might work|work too|work as well))(?!\w)/u;
const PERMITTING =
  /(?:do(?:n't| not) mind|would(?:n't| not) mind|open to|fine with|ok(?:ay)? with|happy with|nothing against|no objections? to|no problem with|maybe|perhaps|possibly|ideally|preferably|prefer(?:red|ably)?|better|if possible|can have|could have|may have|might have)(?: (?:a|an|some|any|the|no|without|without any|with))*,? $/u;

const WITHOUT_WORDS =
  "(?:vocals?|voices?|singers?|voix|voz|voces|vozes|voc[ei]|stimmen?|gesang)(?: \\p{L}+){0,2},? (?:but |mais |pero |mas |ma |aber )?" +
  "(?:without|with no|sans|sin|sem|senza|ohne)(?: any)? (?:words?|lyrics|paroles|texte?|letras?|parole|testo|palabras|palavras|worte)";

/** Background voices: a choir, a hum, a sample, a voice without words. */
const BACKGROUND = new RegExp(
  "(?<!\\p{L})(?:choirs?|choral|(?:backing|background) (?:vocals?|voices?|singers?)|oohs?|aa+hs?|ahs|humm?(?:ed|ing)|wordless|vocali[sz]es?|" +
    "vocal (?:chops?|samples?|textures?|pads?|fx|effects?|stabs?|hits?|snippets?)|chant(?:s|ing)?|ad-?libs|" +
    `ch(?:oe|œ)urs?|chor|chöre|coros?|cori|${WITHOUT_WORDS})(?!\\p{L})`,
  "gu",
);

/** Claims "with or without vocals", which is not a constraint. */
export function claimOptional(passage: Passage): void {
  for (const match of passage.lower.matchAll(OPTIONAL)) {
    const [from, to] = tokensWithin(passage, match.index, match.index + match[0].length);
    if (canPromise(passage, from, "vocals")) claim(passage, "constraint", from, to);
  }
}

/** A voice of one sex that the brief prefers: "female vocals preferred", "ideally a male singer". */
const OF_ONE_SEX = /^(?:lead |solo )?(?:fe)?male |^(?:wom[ae]n|m[ae]n)'s /u;
const PREFERRED_AFTER =
  /^ ?(?:(?:(?:are|is|would be|strongly|very much) )*(?:preferred|preferable|a plus|a bonus|ideal|great|nice|lovely|if possible|ideally|if you have (?:them|one|it)))(?!\w)/u;
const PREFERRED_BEFORE = /(?:ideally|prefer(?:red|ably)?)(?: (?:a|an|some|with|with a))*,? $/u;

/** Whether a brief prefers a voice of one sex, which is a wish but no constraint. */
export function isPreferredVoice(passage: Passage, match: RegExpExecArray): boolean {
  if (!OF_ONE_SEX.test(match[0])) return false;
  const before = passage.lower.slice(Math.max(0, match.index - REACH), match.index);
  return PREFERRED_AFTER.test(passage.lower.slice(match.index + match[0].length)) || PREFERRED_BEFORE.test(before);
}

/** Whether a voice is only permitted or preferred: "vocals are fine", "ideally instrumental". */
export function isPermitted(passage: Passage, match: RegExpExecArray): boolean {
  const after = passage.lower.slice(match.index + match[0].length);
  return FINE.test(after) || PERMITTING.test(passage.lower.slice(Math.max(0, match.index - REACH), match.index));
}

/** Whether the brief wants background voices and excludes only the lead: "no vocals, but a choir is fine". */
export function excludesOnlyLead(passage: Passage): boolean {
  for (const match of passage.lower.matchAll(BACKGROUND)) {
    const [at] = tokensWithin(passage, match.index, match.index + match[0].length);
    if (passage.claimed[at] === "everyday") continue;
    if ((passage.polarity[at] ?? 1) > 0 && canPromise(passage, at, "vocals")) return true;
  }
  return false;
}
