import { once } from "../lib/once.ts";
import { ENGLISH, type LanguageSet, only } from "../text/language-set.ts";
import type { AttitudeWords } from "./attitudes.ts";
import type { Passage } from "./passage.ts";

/**
 * Words right before a word that judges, by language: "it sounds corporate", "too cheesy". `sound` are verbs of music that is
 * heard, `past` those of a former suggestion; what `other` verbs say can also describe the music that is wanted.
 */
const JUDGING = {
  en: {
    other: "is|isn't|are|it's|that's|feels?|seems?|too|so",
    sound: "sounds?",
    past: "was|were|felt|sounded|seemed|came across as",
  },
  de: { other: "ist|sind|wirkt|wirken|zu|so", sound: "klingt|klingen", past: "war|waren|klang|klangen|wirkte|wirkten" },
  fr: {
    other: "est|sont|c'est|semble|paraît|fait|trop|si",
    sound: "sonne|sonnent",
    past: "était|étaient|c'était|sonnait|sonnaient|semblait|paraissait|faisait",
  },
  es: {
    other: "es|son|parece|resulta|demasiado|tan",
    sound: "suena|suenan",
    past: "era|eran|fue|fueron|sonaba|sonaban|parecía|resultó",
  },
  it: {
    other: "è|sono|sembra|risulta|troppo|così",
    sound: "suona|suonano",
    past: "era|erano|suonava|suonavano|sembrava",
  },
  pt: { other: "é|são|parece|demasiado|tão", sound: "soa|soam", past: "era|eram|foi|foram|soava|soavam|parecia|ficou" },
} as const;

const LANGUAGES = ["en", "de", "fr", "es", "it", "pt"] as const;

/** Words that can come between the verb and the word that judges: "was a bit corporate". */
const DEGREES =
  "a (?:bit|little|touch)|very|really|quite|rather|pretty|just|all|way|far|too|so|" +
  "ein bisschen|etwas|sehr|ziemlich|echt|einfach|viel|zu|un peu|très|vraiment|bien|trop|si|" +
  "un poco|muy|bastante|demasiado|tan|un po'|molto|davvero|troppo|così|um pouco|muito|bastante|tão";

/** Words that say that there is too much of something, whatever is before them: "zu kitschig, bitte Klavier". */
const TOO = /(?<!\p{L})(?:too|zu|trop|demasiado|demasiada|troppo|troppa|demais)\s$/u;

const PAST = beginningWith(LANGUAGES.map((language) => JUDGING[language].past));
/** "The guitar was lazy" and "the guitar sounds lazy" criticise; "the guitar is lazy and warm" describes what is wanted. */
const HEARD = beginningWith(LANGUAGES.flatMap((language) => [JUDGING[language].sound, JUDGING[language].past]));

function beginningWith(words: readonly string[]): RegExp {
  return new RegExp(`^(?:${words.join("|")})(?!\\p{L})`, "u");
}

/** Words that ask for something else, after the complaint: "corporate is boring, piano instead". */
const INSTEAD =
  /^[^.;:!?\n]*[,\s](?:instead|rather|lieber|stattdessen|plutôt|à la place|mejor|en su lugar|meglio|invece|melhor|em vez)(?!\p{L})/u;

/** "Corporate ukulele again?" complains about all that it names. */
const AGAIN =
  /^[^.,;:!?\n]*(?<!\p{L})(?:again|(?:schon )?wieder|encore(?: une fois)?|otra vez|de nuevo|di nuovo|ancora|de novo|outra vez)\s?[?!](?!\s*(?:yes|please|ja|bitte|oui|sí|sì|sim)(?!\p{L}))/u;
/** Words with which a clause asks for it: "could you send the corporate ukulele again?" */
const ASKING =
  /(?<!\p{L})(?:can|could|would|will|please|play|send|give|put|bring|bitte|könnt|kannst|pouvez|puede|podéis|potete|pode)(?!\p{L})[^.;:!?\n]*$/u;

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
  const { claimed, languages } = passage;
  for (let at = from; at < to; at++) if (claimed[at] !== "wish") return true;
  if (cameAgain(passage, words) > 0) return true;
  const text = before(passage, from);
  return judging().some(({ language, pattern }) => (language & (languages | ENGLISH)) !== 0 && pattern.test(text));
}

/**
 * Whether a text criticises the music of the tokens from `at` to before `to`: a verb of music that was heard is right after
 * it, and a word of complaint after that ("die Ukulele klang kitschig", "the ukulele track felt cheesy"), or it complains of
 * music that came again ("corporate ukulele again?"). The complaint is no wish either, even if it is a musical term, nor is what
 * there is too much of ("zu kitschig").
 */
export function isCriticised(passage: Passage, { at, to }: { readonly at: number; readonly to: number }): boolean {
  const { attitudes, claimed, tokens } = passage;
  return attitudes.some((words) => {
    if (words.attitude !== "complain") return false;
    if (at >= words.from && (tokens[to - 1]?.end ?? 0) <= cameAgain(passage, words)) return true;
    const isComplaint = words.from >= at && words.from < to;
    if (isComplaint && TOO.test(before(passage, words.from))) return true;
    const judged = judgedBefore(passage, firstJoined(passage, words));
    if (judged === null || !(HEARD.test(judged.words) || INSTEAD.test(after(passage, words.to)))) return false;
    const verb = judged.at;
    const isOfMusic = attitudes.some((other) => other.attitude === "music" && other.to === verb);
    if (to === (isOfMusic ? verb - 1 : verb) || to === verb || (to === verb + 1 && verb > at)) return true;
    const isAboutMusic =
      isOfMusic ||
      claimed[verb - 1] === "wish" ||
      (PRONOUNS.has(tokens[verb - 1]?.word ?? "") && PAST.test(judged.words));
    return isComplaint && isAboutMusic && tokens[verb]?.gap === "space";
  });
}

/** Whether a text says that there is too much of the music of these tokens: "the drums are too loud", also if "zu laut" is one term. */
export function isTooMuch(passage: Passage, { at, to }: { readonly at: number; readonly to: number }): boolean {
  return TOO.test(before(passage, at)) || (to > at + 1 && TOO.test(before(passage, at + 1)));
}

/** Returns the offset up to which a question complains that music came again, and 0 if none does. */
function cameAgain(passage: Passage, { from, to }: AttitudeWords): number {
  if (ASKING.test(before(passage, from))) return 0;
  const again = AGAIN.exec(after(passage, to));
  return again === null ? 0 : (passage.tokens[to - 1]?.end ?? 0) + again[0].length;
}

/** Returns the first token of the complaints that end with these: of "corporate and cheesy", that of "corporate". */
function firstJoined(passage: Passage, { from }: AttitudeWords): number {
  if (!JOINING.has(passage.tokens[from - 1]?.word ?? "")) return from;
  const joined = passage.attitudes.find(({ attitude, to }) => attitude === "complain" && to === from - 1);
  return joined?.from ?? from;
}

/** Returns the words that judge right before a token, and their first token; null if there are none or they deny. */
function judgedBefore(passage: Passage, at: number): { readonly words: string; readonly at: number } | null {
  const { tokens, languages } = passage;
  const start = tokens[at]?.start ?? 0;
  for (const { language, pattern } of judging()) {
    if ((language & (languages | ENGLISH)) === 0) continue;
    const words = pattern.exec(before(passage, at))?.[0];
    if (words === undefined || words.includes("n't")) continue;
    const first = tokens.findIndex((token) => token.start >= start - words.length);
    return first === -1 ? null : { words, at: first };
  }
  return null;
}

/** Returns the characters before a token, as far as they are read. */
function before({ lower, tokens }: Passage, at: number): string {
  const start = tokens[at]?.start ?? 0;
  return lower.slice(Math.max(0, start - REACH), start).replaceAll("’", "'");
}

/** Returns the characters after the token before `to`, as far as they are read. */
function after({ lower, tokens }: Passage, to: number): string {
  const end = tokens[to - 1]?.end ?? 0;
  return lower.slice(end, end + REACH);
}

interface Judging {
  readonly language: LanguageSet;
  readonly pattern: RegExp;
}

const judging = once((): readonly Judging[] =>
  LANGUAGES.map((language) => {
    const words = Object.values(JUDGING[language]).join("|");
    const pattern = new RegExp(`(?<![\\p{L}'])(?:${words})\\s(?:(?:${DEGREES})\\s){0,2}$`, "u");
    return { language: only(language), pattern };
  }),
);
