import type { Constraint, VocalsWanted } from "../../../schema/brief.ts";
import { isFunctionWord } from "../../text/function-words.ts";
import { hasLanguage } from "../../text/language-set.ts";
import { canPromise } from "../parts/part-shares.ts";
import { isClaimed, type Passage, tokensWithin } from "../passage.ts";
import { DISTURBING_VOICE, EXCLUDED_VOICE, isHalfExcluded, isOtherInstrumental } from "./excluded-voice.ts";
import { isFirmVoice, NOT_SUNG, SUNG_IN } from "./firm-voice.ts";
import { eachMatch, wordsOf } from "./recogniser.ts";
import { REACH, sentenceAround } from "./sentence.ts";
import { claimOptional, excludesOnlyLead, isPermitted, isPreferredVoice } from "./vocals-allowed.ts";
import {
  BACKGROUND_VOICE,
  NARRATOR_SUFFIX,
  ONE_KIND_OF_VOICE,
  SUNG,
  VOICES_FOREIGN,
  VOICE_OWNER,
  WITH_SINGING,
} from "./voice-words.ts";

const VOICE = "vocals?|vox|singing|singers?|sung|vocalists?|vocalizing|lyrics|voices?|words|human voice";
const KIND =
  "lead|main|solo|male|female|men's|women's|man's|woman's|boy|girl|background|backing|real|human|sung|singing|weibliche[rn]?|männliche[rn]?";

const VOICES = new RegExp(
  `(?<![\\w'])((?:${KIND})(?: |-|/| and | or ))*(${VOICE}|${VOICES_FOREIGN})${VOICE_OWNER}(?![\\w'-])`,
  "gu",
);
const INSTRUMENTAL =
  /(?<!\w)(non[- ])?(?:instrumentals?(?: (?:only|versions?|mix|mixes|tracks?|music|piece|songs?))?|purely instrumental|instrumental(?:musik|version|fassung|stücke?)|instrumental(?:e|es|en|er)|instrument(?:aux|ais)|strumental[ei]|karaoke)(?!\w| (?:break|section|intro|bridge|solo|part|passage|hook|pop|rock|hip))/gu;
const VOCAL_TRACK = /(?<!\w)(?:vocal (?:tracks?|songs?|versions?|led|driven)|with words|gesungene)(?!\w)/gu;
const VOICELESS =
  /(?<!\w)(?:(?:vocals?|voice|lyrics?|singing)[- ]free|non[- ]vocal|unsung|without (?:any )?words)(?!\w)/gu;
/** Voices without words, which are not a lead vocal. */
const WORDLESS =
  /(?<!\p{L})(?:wordless(?: (?:vocals?|voices?|singing|choir))?|humm?(?:ed|ing)(?: (?:voices?|vocals?|melody))?|vocali[sz]es?|oohs?(?: (?:and|&|or) a+hs?)?|(?:aa+hs?|ahs)(?: (?:and|&|or) oohs?)?)(?!\p{L})/gu;
/** A long text names wordless voices in passing. There, only "just a hummed voice" excludes a lead. */
const ONLY_BEFORE = /(?:(?:must|has to|should) be|only|just|nur|seulement|s[oó]lo|soltanto|só|apenas)(?: \p{L}+)? $/u;
/** "Vocals only as vocoder fragments". */
const ONLY_AS = /(?<!\p{L})(?:vocals?|vox|voices?|singing) only (?:as|in the form of)(?!\p{L})/gu;
const RAPPER = /(?<!\p{L})(?:fe)?male (rapper|mc)s?(?!\p{L})/gu;
const ONLY_BACKING =
  /(?<!\w)(?:only|just) (?:some |a few |light |subtle )?(?:background|backing) (?:vocals?|voices?|singing|singers?)(?!\w)/gu;
const BACKING_ONLY =
  /(?<!\w)(?:background|backing) (?:vocals?|voices?|singing|singers?)(?: (?:are |is )?(?:only|at most)|,? nothing more)(?!\w)/gu;
/**
 * Briefs that keep voices in the background also accept songs without any: "vocals ok if background only", "voices low
 * in the mix".
 */
const KEPT_BEHIND =
  /(?<!\w)(?:vocals?|vox|voices?|singing)(?:,? (?:are|is|be|ok|okay|fine|allowed|only|just|must|should|can|may|to|stay|staying|kept|keep|sit|sitting|remain|remaining|if|when|as|so|long|they|it))* (?:(?:in|into|to) the (?:far )?background|background(?= only)|(?:far |well )?(?:back|low|down|buried) in the mix)(?: only)?(?!\w)/gu;
const AT_MOST_BACKING =
  /(?<!\w)(?:at (?:the )?most|no more than|nothing more than) (?:some |a few |a |a bit of |light |subtle )?(?:background|backing) (?:vocals?|voices?|singing|singers?)(?!\w)/gu;
/** A voice of the picture or of the sound design, not of the song. */
const NOT_THE_SONG =
  /^[- ]?(?:chops?|samples?|textures?|pads?|hits?|stabs?|snippets?|over|overs|track under|fx|effects?)|^ (?:needs|to be heard|of (?:the|a|our))/u;

/** An exception that is about the song: "we can't have vocals over the dialogue". */
const OVER_IT = /^ over (?:the|our|this|that|it|dialogue|narration|speech)(?!\w)/u;

/** Excludes some lyrics or vocals only: "no lyrics about love", "no vocals in English". */
const OF_A_KIND_AFTER =
  /^ (?:about|in (?:english|french|spanish|german|italian|portuguese|(?:a|any|another|other) (?:foreign )?languages?)|en (?:anglais|français|inglés|español|francés)|auf (?:englisch|deutsch)|in inglese|em inglês)(?!\w)/u;

/** Excludes all voices: "no male or female vocals". */
const EITHER_SEX = /(?<!\w)(?:male|men's|man's) (?:or|and) (?:female|women's|woman's)|female (?:or|and) male/u;

/** Reads constraints on voices. "No vocals" excludes all voices, "instrumental" only a lead. */
export function recogniseVocals(passage: Passage): readonly Constraint[] {
  const constraintFor = (match: RegExpExecArray, want: VocalsWanted): Constraint => ({
    kind: "vocals",
    want,
    from: wordsOf(passage, match),
  });
  claimOptional(passage);
  const found = [
    ...eachMatch(passage, ONLY_BACKING, (match, polarity) =>
      polarity < 0 ? null : constraintFor(match, "background"),
    ),
    ...[BACKING_ONLY, KEPT_BEHIND, AT_MOST_BACKING, ONLY_AS].flatMap((pattern) =>
      eachMatch(passage, pattern, (match, polarity) => (polarity < 0 ? null : constraintFor(match, "not_lead"))),
    ),
    ...eachMatch(passage, EXCLUDED_VOICE, (match) => constraintFor(match, "none")),
    ...eachMatch(passage, DISTURBING_VOICE, (match) =>
      constraintFor(match, match[1] === undefined ? "none" : "not_lead"),
    ),
    ...eachMatch(passage, VOICELESS, (match) => (isHalfExcluded(passage, match) ? null : constraintFor(match, "none"))),
    ...eachMatch(passage, INSTRUMENTAL, (match, polarity) => {
      if (isPermitted(passage, match) || isOtherInstrumental(passage, match)) return null;
      return constraintFor(match, polarity < 0 || match[1] !== undefined ? "lead" : "not_lead");
    }),
    ...eachMatch(passage, VOCAL_TRACK, (match, polarity) => {
      if (isPermitted(passage, match)) return null;
      if (polarity < 0) return constraintFor(match, "none");
      return isFirmVoice(passage, match, match[0]) ? constraintFor(match, "lead") : null;
    }),
    ...eachMatch(passage, SUNG_IN, (match, polarity) =>
      polarity < 0 || NOT_SUNG.test(sentenceAround(passage, match).before) ? null : constraintFor(match, "lead"),
    ),
    ...readWordless(passage, constraintFor),
    ...readVoices(passage, constraintFor),
  ];
  if (!excludesOnlyLead(passage)) return found;
  return found.map((one) => (one.kind === "vocals" && one.want === "none" ? { ...one, want: "not_lead" } : one));
}

/** The words stay unclaimed if the voice is wanted, because a choir is a wish as well. */
function readWordless(
  passage: Passage,
  constraintFor: (match: RegExpExecArray, want: VocalsWanted) => Constraint,
): Constraint[] {
  const found: Constraint[] = [];
  eachMatch(passage, WORDLESS, (match, polarity) => {
    const isOnly = passage.parts === null || ONLY_BEFORE.test(sentenceAround(passage, match).before);
    if (polarity > 0 && isOnly && isHeard(passage, match)) found.push(constraintFor(match, "not_lead"));
    return null;
  });
  return found.slice(0, 1);
}

/** Wanted voices stay unclaimed, because "female vocals" is a wish as well. */
function readVoices(
  passage: Passage,
  constraintFor: (match: RegExpExecArray, want: VocalsWanted) => Constraint,
): Constraint[] {
  const found: Constraint[] = [];
  const negated = eachMatch(passage, VOICES, (match, polarity) => {
    const want = wantedVoice(passage, match, polarity);
    if (polarity < 0 && OF_A_KIND_AFTER.test(passage.lower.slice(match.index + match[0].length))) {
      passage.polarity.fill(0, ...tokensWithin(passage, match.index, match.index + match[0].length));
      return null;
    }
    if (polarity > 0 && isPreferredVoice(passage, match)) return null;
    if (isPermitted(passage, match)) return leaveOpen(passage, match, polarity);
    if (want === null || (polarity < 0 && isHalfExcluded(passage, match))) return null;
    if (want === "lead" && !(isFirmVoice(passage, match, match[2] ?? "") && isHeard(passage, match))) return null;
    const constraint = constraintFor(match, want);
    if (polarity <= -1) return constraint;
    found.push(constraint);
    return null;
  });
  eachMatch(passage, RAPPER, (match, polarity) => {
    const isDemand = isFirmVoice(passage, match, match[1] ?? "") && isHeard(passage, match);
    if (polarity > 0 && isDemand && !isPermitted(passage, match)) found.push(constraintFor(match, "lead"));
    return null;
  });
  return [...negated, ...found.slice(0, 1)];
}

/** Whether a voice is in a part of the text that can state constraints. */
function isHeard(passage: Passage, match: RegExpExecArray): boolean {
  const [at] = tokensWithin(passage, match.index, match.index + match[0].length);
  return canPromise(passage, at, "vocals");
}

function wantedVoice(passage: Passage, match: RegExpExecArray, polarity: number): VocalsWanted | null {
  const words = match[0];
  const voice = match[2] ?? "";
  const after = passage.lower.slice(match.index + words.length);
  const before = passage.lower.slice(Math.max(0, match.index - REACH), match.index);
  const background = /background|backing/.test(words) || BACKGROUND_VOICE.test(words);
  if (NOT_THE_SONG.test(after) && !(polarity < 0 && OVER_IT.test(after))) return null;
  if (polarity < 0) {
    // "Less vocals", "no male vocals" and "no cheesy vocals" allow other voices.
    const isOneKind =
      !EITHER_SEX.test(words) &&
      (/(?<!\w)(?:fe)?male|men's|women's|man's|boy|girl/.test(words) || ONE_KIND_OF_VOICE.test(words));
    if (polarity > -1 || background || isOneKind || isOfAKind(passage, match)) return null;
    if (voice === "text" && !hasLanguage(passage.languages, "de")) return null;
    // "No lyrics" allows humming.
    if (voice === "words" || voice === "lyrics") return "not_lead";
    return /lead|main|solo/.test(words) ? "not_lead" : "none";
  }
  if (background || NARRATOR_SUFFIX.test(after) || /(?:wordless|hummed|humming) $/.test(before)) return null;
  if (/^(?:vocals?|singing|singers?|sung|vocalists?|vox)$/.test(voice) || SUNG.test(voice)) return "lead";
  if (voice === "lyrics") return before.endsWith("with ") ? "lead" : null;
  if (!/voice|voix|voz|voc[ei]s?|stimme|chants?|canto|gesang/.test(voice)) return null;
  return match[1] !== undefined || ONE_KIND_OF_VOICE.test(words) || WITH_SINGING.test(before) ? "lead" : null;
}

/** "Vocals are fine" is not a wish either. */
function leaveOpen(passage: Passage, match: RegExpExecArray, polarity: number): null {
  if (polarity > 0 && !/background|backing/.test(match[0]))
    passage.polarity.fill(0, ...tokensWithin(passage, match.index, match.index + match[0].length));
  return null;
}

/** Whether a negated adjective comes before: "no cheesy vocals". */
function isOfAKind(passage: Passage, match: RegExpExecArray): boolean {
  const [at] = tokensWithin(passage, match.index, match.index + match[0].length);
  const before = passage.tokens[at - 1];
  if (before === undefined || passage.tokens[at]?.gap !== "space" || isClaimed(passage, at - 1)) return false;
  return (passage.polarity[at - 1] ?? 1) < 0 && !isFunctionWord(before.word) && !PLAIN.has(before.word);
}

/** Words before "vocals" that do not describe them. */
const PLAIN: ReadonlySet<string> = new Set(
  "drums synths brass strings guitar guitars actual kind nor oder ou ni".split(" "),
);
