import type { Constraint, MusicalKey } from "../../../schema/brief.ts";
import { hasLanguage } from "../../text/language-set.ts";
import { camelotKey, pitchOf, readMode } from "../../text/musical-key.ts";
import { canPromise } from "../parts/part-shares.ts";
import { claim, type Passage, tokensWithin } from "../passage.ts";
import { eachMatch, wordsOf } from "./recogniser.ts";
import { sentenceAround } from "./sentence.ts";

const MODE = "major|minor|maj|min|dur|moll|mayor|menor|majeur|mineur|maggiore|minore|maior";
const ACCIDENTAL = "[#♯♭]|[- ]?(?:sharp|flat)(?!\\w)|b(?![\\w'])";
const INTO =
  "(?:(?:in |the )*key(?: is| of|:| =| (?:has to|must|should|needs to) be)* |(?:in|en|em) (?:tonalit(?:y|é) )?)";

/** What can follow a key's name. Before any other word, "a minor" is an article and an adjective. */
const AFTER = new RegExp(
  "^(?=$|[.,;:!?)/\\n\\]–—]| (?:key|scale|chords?|tonality|and|or|at|with|please|only|for|around|to|but|no|not|without|if|ideally|preferably|[-–—|&+(])(?!\\w))",
  "u",
);
/** "In B and W" names no key. */
const AFTER_BARE = new RegExp("^(?=$|[.,;:!?)/\\n\\]–—]| (?:at \\d|please|or [a-h][#♯♭b]?m?(?!\\w)))", "u");
/** "B-flat clarinet" is an instrument. */
const NOT_INSTRUMENT = "(?! (?:clarinet|trumpet|cornet|sax|saxophone|horn|instrument))";

const WITH_MODE = new RegExp(`(?<![\\w'])(${INTO})?([a-h])(${ACCIDENTAL})?[- ]?(${MODE})(?![\\w'])`, "gu");
const BARE = new RegExp(`(?<![\\w'])(${INTO})?([a-h])(${ACCIDENTAL})?(m)?(?![\\w'#♯♭])${NOT_INSTRUMENT}`, "gu");
const CAMELOT =
  /(?<!\w)(?:camelot(?: key| wheel)?:? ?|key:? ?)(\d{1,2})([ab])(?!\w)|(?<!\w)(\d{1,2})([ab])(?= (?:on|in) (?:the )?camelot)/gu;
const SOLFEGE = new RegExp(
  "(?<![\\w'])(do|ut|re|ré|mi|fa|sol|la|si)(?: (sostenido|dièse|diesis)| (bemol|bémol|bemolle))? (mayor|menor|majeur|mineur|maggiore|minore|maior)(?!\\w)",
  "gu",
);
/** Names of notes that are words too: "la mayor parte", "mi mayor problema". */
const IS_WORD = /^(?:la|mi|si)$/u;
const AFTER_SYLLABLE =
  /^(?=$|[.,;:!?)/\n|–-]| (?:o|ou|y|e|et|con|sin|avec|sans|com|sem|senza|pour|para|per|por favor|please|at|a \d)(?!\p{L}))/u;
const SYLLABLES: ReadonlyMap<string, string> = new Map(
  "do:c ut:c re:d ré:d mi:e fa:f sol:g la:a si:b"
    .split(" ")
    .map((pair): [string, string] => [pair.split(":")[0] ?? "", pair.split(":")[1] ?? ""]),
);
const ADJECTIVE =
  /(?<!\w)((?:a|the|one|another|every|some|any|few|several|two|three|his|her|our|their) )(?:minor|major)(?! (?:keys?|feel|feeling|mode|scale|tonality|chords?|mood|sound|vibe|harmon\w+|sixth|seventh|third|melod\w+|tonal\w*)(?!\w))(?= [a-z])/gu;
/** "A major key account" and "the minor keys of the piano" mean something else. */
const MODE_ONLY =
  /(?<![\w'])(?:(major|minor)[- ](?:keys?|mode|tonality|scale)|in (major|minor|dur|moll)|(?:tonalité|modo|tonalità|tonart|mode|tonalidad|tom) (majeure?|mineure?|mayor|menor|maggiore|minore|maior|dur|moll))(?!\w| (?:to|factor|issue|account|moment|player|part|city|cities|role|way|ways|roles|league|of|chord|detail|details))/gu;

/** German names of the modes as an item of a list: "ruhig; Dur, modern". */
const MODE_ITEM = /(?<=(?:^|[,;:.\n(/|]|bitte)[ \-–•]*)(dur|moll)(?=\s*(?:$|[,;.!)\n/|]))/gu;

/** In a long text, a mode alone is a colour of the music and so a wish, unless the client demands it. */
const DEMAND_BEFORE =
  /(?<!\p{L})(?:must|has to|have to|needs? to|only|strictly|muss|müssen|nur|doit|doivent|uniquement|debe[n]?|tienen? que|s[oó]lo|deve|devono|devem|tem que|soltanto|só)(?!\p{L})[^,;]{0,30}$/u;

/** Reads the keys that a brief names. "A minor feel" is a wish, and "a minor detail" is not about music. */
export function recogniseKey(passage: Passage): readonly Constraint[] {
  const keys: MusicalKey[] = [];
  const from: string[] = [];
  const add = (match: RegExpExecArray, key: MusicalKey): Constraint | null => {
    const [at] = tokensWithin(passage, match.index, match.index + match[0].length);
    if (!canPromise(passage, at, "key")) return null;
    keys.push(key);
    from.push(...wordsOf(passage, match));
    return { kind: "key", keys: [key], from: [] };
  };
  eachMatch(passage, WITH_MODE, (match, polarity) => {
    const [, into, letter = "", accidental = "", mode = ""] = match;
    if (polarity < 0 || !isKeyName(passage, match, into, letter, accidental)) return null;
    return add(match, { tonic: pitchOf(letter, accidentalOf(accidental)), mode: readMode(mode) });
  });
  eachMatch(passage, SOLFEGE, (match, polarity) => {
    const [, syllable = "", sharp, flat, mode = ""] = match;
    if (IS_WORD.test(syllable) && !endsWell(passage, match, AFTER_SYLLABLE)) return null;
    const tonic = pitchOf(
      SYLLABLES.get(syllable) ?? "",
      sharp === undefined ? (flat === undefined ? "" : "flat") : "sharp",
    );
    return polarity < 0 ? null : add(match, { tonic, mode: readMode(mode) });
  });
  eachMatch(passage, CAMELOT, (match, polarity) => {
    const key = camelotKey(Number(match[1] ?? match[3]), match[2] ?? match[4] ?? "");
    return polarity < 0 || key.tonic === null ? null : add(match, key);
  });
  eachMatch(passage, BARE, (match, polarity) => {
    const [, into, letter = "", accidental = "", minor] = match;
    if (polarity < 0 || !isBareKey(passage, match, into, letter, accidental, minor, keys.length > 0)) return null;
    return add(match, { tonic: pitchOf(letter, accidentalOf(accidental)), mode: minor === undefined ? null : "minor" });
  });
  // The words of a mode stay unclaimed, because tags say "minor key" if a catalog gives no key.
  const readAlone = (match: RegExpExecArray, polarity: number, mode: MusicalKey["mode"]): Constraint | null => {
    if (mode === null) return null;
    if (polarity < 0) return add(match, { tonic: null, mode: mode === "major" ? "minor" : "major" });
    if (passage.parts === null || DEMAND_BEFORE.test(sentenceAround(passage, match).before))
      add(match, { tonic: null, mode });
    return null;
  };
  eachMatch(passage, MODE_ONLY, (match, polarity) => {
    const mode = readMode(match[1] ?? match[2] ?? match[3]?.replace(/e$/, "") ?? "") ?? readMode(match[3] ?? "");
    return readAlone(match, polarity, mode);
  });
  // French "dur" is hard.
  if (hasLanguage(passage.languages, "de"))
    eachMatch(passage, MODE_ITEM, (match, polarity) => readAlone(match, polarity, readMode(match[1] ?? "")));
  claimAdjectives(passage);
  return keys.length === 0 ? [] : [{ kind: "key", keys, from }];
}

/** Whether the match names a key, as in "in A minor", but not in "a minor character" or "in a major city". */
function isKeyName(
  passage: Passage,
  match: RegExpExecArray,
  into: string | undefined,
  letter: string,
  accidental: string,
): boolean {
  if (letter !== "a" || accidental !== "") return true;
  if (!endsWell(passage, match, AFTER)) return false;
  // "In a minor key" names a mode, "in A minor" a key.
  if (/^ (?:key|scale|chord|tonality)/.test(rest(passage, match)) && !isCapital(passage, match, into)) return false;
  return into !== undefined || isCapital(passage, match, into);
}

/** Whether a key without a mode cannot be a word: "in F#", "Bb", "key of D", "in Am". */
function isBareKey(
  passage: Passage,
  match: RegExpExecArray,
  into: string | undefined,
  letter: string,
  accidental: string,
  minor: string | undefined,
  hasOthers: boolean,
): boolean {
  if (!isCapital(passage, match, into) || !endsWell(passage, match, AFTER_BARE)) return false;
  // "Ab" is a word of German; the key is called "As".
  if (into === undefined && letter === "a" && accidental === "b" && hasLanguage(passage.languages, "de")) return false;
  if (into !== undefined) return !into.startsWith("en ") && !into.startsWith("em ");
  if (accidental !== "") return /^[#♯♭b]/u.test(accidental) || letter !== "a" || accidental.startsWith("-");
  return hasOthers && minor !== undefined;
}

function isCapital(passage: Passage, match: RegExpExecArray, into: string | undefined): boolean {
  return /^[A-H]/u.test(passage.text.slice(match.index + (into ?? "").length));
}

function endsWell(passage: Passage, match: RegExpExecArray, pattern: RegExp): boolean {
  return pattern.test(rest(passage, match));
}

function rest(passage: Passage, match: RegExpExecArray): string {
  return passage.lower.slice(match.index + match[0].length);
}

/** Claims "minor" and "major" as adjectives: "a minor detail", "a major city". */
function claimAdjectives(passage: Passage): void {
  if (!passage.lower.includes("minor") && !passage.lower.includes("major")) return;
  for (const match of passage.lower.matchAll(ADJECTIVE)) {
    const start = match.index + (match[1] ?? "").length;
    claim(passage, "constraint", ...tokensWithin(passage, start, start + 5));
  }
}

function accidentalOf(text: string): string {
  return text.replace(/^[- ]/, "");
}
