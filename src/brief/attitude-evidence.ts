import { once } from "../lib/once.ts";
import { ENGLISH, type LanguageSet, only } from "../text/language-set.ts";
import type { AttitudeWords } from "./attitudes.ts";
import type { Passage } from "./passage.ts";

/** Verbs and "too" right before a word that judges, by language: "it sounds corporate", "too cheesy". */
const JUDGING = {
  en: "is|isn't|are|was|were|it's|that's|feels?|felt|sounds?|sounded|seems?|seemed|came across as|too|so",
  de: "ist|sind|war|waren|klingt|klingen|klang|klangen|wirkt|wirken|wirkte|wirkten|zu|so",
  fr: "est|sont|était|étaient|c'était|c'est|sonne|sonnent|sonnait|sonnaient|semble|semblait|paraît|paraissait|fait|faisait|trop|si",
  es: "es|son|era|eran|fue|fueron|suena|suenan|sonaba|sonaban|parece|parecía|resulta|resultó|demasiado|tan",
  it: "è|sono|era|erano|suona|suonano|suonava|suonavano|sembra|sembrava|risulta|troppo|così",
  pt: "é|são|era|eram|foi|foram|soa|soam|soava|soavam|parece|parecia|ficou|demasiado|tão",
} as const;

/** Words that can come between the verb and the word that judges: "was a bit corporate". */
const DEGREES =
  "a (?:bit|little|touch)|very|really|quite|rather|pretty|just|all|way|far|too|so|" +
  "ein bisschen|etwas|sehr|ziemlich|echt|einfach|viel|zu|un peu|très|vraiment|bien|trop|si|" +
  "un poco|muy|bastante|demasiado|tan|un po'|molto|davvero|troppo|così|um pouco|muito|bastante|tão";

/** "Corporate ukulele again?" complains about all that it names. */
const AGAIN =
  /^[^.,;:!?\n]*(?<!\p{L})(?:again|(?:schon )?wieder|encore(?: une fois)?|otra vez|de nuevo|di nuovo|ancora|de novo|outra vez)\s?[?!]/u;

const PRONOUNS: ReadonlySet<string> = new Set(
  "it they this es sie das ça cela il elle ils elles esto eso questo quello isto isso".split(" "),
);
const JOINING: ReadonlySet<string> = new Set("and und et y e".split(" "));

/** Characters before and after the word that are read. */
const REACH = 40;

/**
 * Whether words show an attitude to music. A word that is a musical term itself ("corporate, piano, strings") does so only
 * after a verb or "too", or in a question such as "corporate ukulele again?".
 */
export function isEvidence(passage: Passage, words: AttitudeWords): boolean {
  const { from, to } = words;
  const { claimed, lower, tokens, languages } = passage;
  for (let at = from; at < to; at++) if (claimed[at] !== "wish") return true;
  const start = tokens[from]?.start ?? 0;
  if (cameAgain(passage, words) > 0) return true;
  const before = lower.slice(Math.max(0, start - REACH), start).replaceAll("’", "'");
  return judging().some(({ language, pattern }) => (language & (languages | ENGLISH)) !== 0 && pattern.test(before));
}

/**
 * Whether a text criticises the music of the tokens from `at` to before `to`: a verb that judges is right after it, and a word
 * of complaint after that ("die Ukulele klang kitschig", "the ukulele track felt cheesy"), or it complains of music that came
 * again ("corporate ukulele again?"). The complaint is no wish either, even if it is a musical term.
 */
export function isCriticised(passage: Passage, { at, to }: { readonly at: number; readonly to: number }): boolean {
  const { attitudes, claimed, tokens } = passage;
  return attitudes.some((words) => {
    if (words.attitude !== "complain") return false;
    if (at >= words.from && (tokens[to - 1]?.end ?? 0) <= cameAgain(passage, words)) return true;
    const verb = verbBefore(passage, firstJoined(passage, words));
    if (verb === null) return false;
    const isOfMusic = attitudes.some((other) => other.attitude === "music" && other.to === verb);
    const end = isOfMusic ? verb - 1 : verb;
    if (to === end || to === verb || (to === verb + 1 && verb > at)) return true;
    const subject = tokens[verb - 1]?.word ?? "";
    const isAboutMusic = isOfMusic || claimed[verb - 1] === "wish" || PRONOUNS.has(subject);
    return words.from >= at && words.from < to && isAboutMusic && tokens[verb]?.gap === "space";
  });
}

/** Returns the offset up to which a question complains that music came again, and 0 if none does. */
function cameAgain({ lower, tokens }: Passage, { to }: AttitudeWords): number {
  const end = tokens[to - 1]?.end ?? 0;
  const again = AGAIN.exec(lower.slice(end, end + REACH));
  return again === null ? 0 : end + again[0].length;
}

/** Returns the first token of the complaints that end with these: of "corporate and cheesy", that of "corporate". */
function firstJoined(passage: Passage, { from }: AttitudeWords): number {
  if (!JOINING.has(passage.tokens[from - 1]?.word ?? "")) return from;
  const joined = passage.attitudes.find(({ attitude, to }) => attitude === "complain" && to === from - 1);
  return joined?.from ?? from;
}

/** Returns the first token of the words that judge right before a token, or null if there are none or they deny. */
function verbBefore({ lower, tokens, languages }: Passage, at: number): number | null {
  const start = tokens[at]?.start ?? 0;
  const before = lower.slice(Math.max(0, start - REACH), start).replaceAll("’", "'");
  for (const { language, pattern } of judging()) {
    if ((language & (languages | ENGLISH)) === 0) continue;
    const words = pattern.exec(before)?.[0];
    if (words === undefined || words.includes("n't")) continue;
    const verb = tokens.findIndex((token) => token.start >= start - words.length);
    return verb === -1 ? null : verb;
  }
  return null;
}

interface Judging {
  readonly language: LanguageSet;
  readonly pattern: RegExp;
}

const judging = once((): readonly Judging[] =>
  (["en", "de", "fr", "es", "it", "pt"] as const).map((language) => ({
    language: only(language),
    pattern: new RegExp(`(?<![\\p{L}'])(?:${JUDGING[language]})\\s(?:(?:${DEGREES})\\s){0,2}$`, "u"),
  })),
);
